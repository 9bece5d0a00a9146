import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { aims, type Block, mediansOf, type Numbers, spreadsOf } from './report.ts'

/** Numbers that belong together and were measured in one run. */
export interface Part {
  name: string
  numbers: Numbers
  blocks: Block[]
  seconds: number
  /** Orders that this part lost; `doubled` counts the orders sold twice. */
  lost: number
  doubled: number
  /** Peak memory of a Lapak process in this run, where it is meaningful. */
  peak: number | undefined
}

interface Measured {
  at: string
  seconds: number
  /** Load average of the minute before the end. Missing for results older than this field. */
  load?: number
  lost: number
  doubled: number
}

interface Kept {
  measured?: Record<string, Measured>
  ranges?: Record<string, [number, number]>
  blocks?: Record<string, Block[]>
}

/** `quick.json` has numbers of another size, so they are never compared with those of `latest.json`. */
const fileFor = (quick: boolean) => join(import.meta.dirname, 'results', quick ? 'quick.json' : 'latest.json')

/**
 * Written after each part, so that an interrupted run still has results. The last numbers of other parts stay. `measured` records for each part when
 * it ran, how long, the load of the machine, and what was lost, so that a later part does not hide a loss.
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
