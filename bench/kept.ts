import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { aims, type Block, mediansOf, type Numbers, spreadsOf } from './report.ts'

/** Numbers of one part of the benchmark, all measured in the same run. */
export interface Part {
  name: string
  numbers: Numbers
  blocks: Block[]
  seconds: number
  /** Orders of this part that were acknowledged and not stored. `doubled` counts the orders that were sold twice. */
  lost: number
  doubled: number
  /** Peak memory of a Lapak process in this part, if it is meaningful. */
  peak: number | undefined
}

interface Measured {
  at: string
  seconds: number
  /** Load average of the machine in the last minute of the part. Missing in results that are older than this field. */
  load?: number
  lost: number
  doubled: number
}

interface Kept {
  measured?: Record<string, Measured>
  ranges?: Record<string, [number, number]>
  blocks?: Record<string, Block[]>
}

/** `quick.json` contains numbers of smaller runs, so they are never compared with the numbers in `latest.json`. */
const fileFor = (quick: boolean) => join(import.meta.dirname, 'results', quick ? 'quick.json' : 'latest.json')

/**
 * Called after each part, so that an interrupted run still has results. The former numbers of other parts stay in the file. `measured` records for
 * each part when it ran, how long it took, the load of the machine and the lost orders, so that a later part does not hide a loss.
 */
export async function storeResult(quick: boolean, { name, numbers, blocks, seconds, lost, doubled, peak }: Part): Promise<void> {
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
