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
  /** Orders that this part lost, or sold twice. */
  lost: number
  doubled: number
  /** The most that a Lapak held so far in this run, where that says something. */
  peak: number | undefined
}

interface Measured {
  at: string
  seconds: number
  /** Of the minute before its end; what was measured before this was kept has none. */
  load?: number
  lost: number
  doubled: number
}

interface Kept {
  measured?: Record<string, Measured>
  ranges?: Record<string, [number, number]>
  blocks?: Record<string, Block[]>
}

/** `quick.json` has numbers of another size, so they never stand beside one another. */
const fileFor = (quick: boolean) => join(import.meta.dirname, 'results', quick ? 'quick.json' : 'latest.json')

/**
 * Written as soon as a part is measured, so that a run that is ended early has measured something. What other parts last measured stays;
 * `measured` says when that was, for how long, how busy the machine was, and what was lost: a later part does not hide it.
 */
export async function keep(quick: boolean, { name, numbers, blocks, seconds, lost, doubled, peak }: Part): Promise<void> {
  const file = fileFor(quick)
  const before: Kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  const now = { at: new Date().toISOString(), seconds: Math.round(seconds), load: loadavg()[0] ?? 0, lost, doubled }
  const machine = { cpus: availableParallelism(), model: cpus()[0]?.model ?? '' }
  const { measured: measuredBefore, ranges, blocks: blocksBefore, ...numbersBefore } = before
  const measured = { ...measuredBefore, [name]: now }
  const sum = (of: 'lost' | 'doubled') => Object.values(measured).reduce((all, part) => all + part[of], 0)
  const result = {
    ...numbersBefore,
    ...mediansOf(numbers),
    ...(peak !== undefined && { peak_rss_mb: peak }),
    lost: sum('lost'),
    doubled: sum('doubled'),
    quick,
    machine,
    measured,
    aims,
    ranges: { ...ranges, ...spreadsOf(numbers) },
    blocks: { ...blocksBefore, ...(blocks.length > 0 && { [name]: blocks }) },
  }
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
}
