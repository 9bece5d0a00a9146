import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { aims, type Block, mediansOf, type Numbers, spreadsOf } from './report.ts'

/** What belongs together and was measured in one go. */
export interface Part {
  name: string
  numbers: Numbers
  blocks: Block[]
  seconds: number
  /** What is one number for all that the run has done so far, such as orders lost. */
  soFar: Record<string, number>
}

interface Kept {
  measured?: Record<string, { at: string; seconds: number; load: number }>
  ranges?: Record<string, [number, number]>
  blocks?: Record<string, Block[]>
}

/** `quick.json` has numbers of another size, so they never stand beside one another. */
const fileFor = (quick: boolean) => join(import.meta.dirname, 'results', quick ? 'quick.json' : 'latest.json')

/**
 * Written as soon as a part is measured, so that a run that is ended early has measured something. What other parts last measured stays;
 * `measured` says when that was, for how long, and how busy the machine had been in the minute before its end.
 */
export async function keep(quick: boolean, { name, numbers, blocks, seconds, soFar }: Part): Promise<void> {
  const file = fileFor(quick)
  const before: Kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const now = { at: new Date().toISOString(), seconds: Math.round(seconds), load: loadavg()[0] ?? 0 }
  const machine = { cpus: availableParallelism(), model: cpus()[0]?.model ?? '' }
  const { measured, ranges, blocks: blocksBefore, ...numbersBefore } = before
  const result = {
    ...numbersBefore,
    ...mediansOf(numbers),
    ...soFar,
    quick,
    machine,
    measured: { ...measured, [name]: now },
    aims,
    ranges: { ...ranges, ...spreadsOf(numbers) },
    blocks: { ...blocksBefore, ...(blocks.length > 0 && { [name]: blocks }) },
  }
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
}
