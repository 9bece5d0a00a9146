/* Checks whether an order costs more than before, by comparing the steady-state ratios of this run with the ratios in `results/latest.json`. */
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BenchError, runProgram } from './programs.ts'
import { mediansOf, type Numbers } from './report.ts'

const guarded = ['placed_node_vs_echo', 'placed_postgres_vs_tpcb', 'finished_node_vs_echo', 'finished_postgres_vs_tpcb'] as const

/** The check fails if a ratio exceeds the stored ratio by more than this factor. Two runs of the same commit on an idle machine differ by less. */
const tolerated = 1.1

const results = join(import.meta.dirname, 'results')

/** Adds a line for this commit to `results/costs.tsv`. Throws if a ratio exceeds the ratio in `results/latest.json` by more than a tenth. */
export async function guardCosts(numbers: Numbers): Promise<void> {
  const kept = JSON.parse(await readFile(join(results, 'latest.json'), 'utf8')) as Record<string, number | undefined>
  const measured = mediansOf(numbers)
  const commit = (await runProgram(['git', 'rev-parse', '--short', 'HEAD'])).trim()
  const line = [new Date().toISOString(), commit, ...guarded.map((name) => measured[name])].join('\t')
  await appendFile(join(results, 'costs.tsv'), `${line}\n`)
  const missing = guarded.filter((name) => kept[name] === undefined)
  if (missing.length > 0) throw new BenchError(`nothing is kept to compare with: ${missing.join(', ')}`)
  const risen = guarded.filter((name) => (measured[name] ?? Number.POSITIVE_INFINITY) > (kept[name] ?? 0) * tolerated)
  if (risen.length === 0) return
  throw new BenchError(`an order costs more: ${risen.map((name) => `${name} ${measured[name]} instead of ${kept[name]}`).join(', ')}`)
}
