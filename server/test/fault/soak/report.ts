import type { Statistics } from './buyers.ts'
import type { Kill } from './killing.ts'
import type { Verification } from './verification.ts'

export interface Measured {
  seconds: number
  /** The requested orders per second. */
  rate: number
  statistics: Statistics
  kills: readonly Kill[]
  oldestUnseenMs: number
  restMs: number | null
  verification: Verification
}

export function soakReport({ seconds, rate, statistics, kills, oldestUnseenMs, restMs, verification }: Measured): string {
  const { figures, broken } = verification
  const quiet = Float64Array.from(statistics.quietMs).sort()
  const lines: [string, unknown][] = [
    [
      'orders',
      `${statistics.sent} in ${seconds} s, ${(statistics.sent / seconds).toFixed(1)} a second of ${rate}; ${statistics.late} left out because the machine was busy`,
    ],
    ['accepted', `${statistics.accepted}, refused ${statistics.refused} ${words(statistics.refusals)}`],
    ['repeated after', words(statistics.undecided)],
    ['placed in quiet seconds', `${quiet.length} orders, p50 ${quantile(quiet, 0.5)} ms, p99 ${quantile(quiet, 0.99)} ms`],
    ['kills', `${kills.length} ${words(countBy(kills.map(({ what }) => what)))}`],
    ['longest until placed again', longest(kills, ({ placedAgain }) => placedAgain)],
    ['longest until carried again', longest(kills, ({ carriedAgain }) => carriedAgain)],
    ['longest unseen', `${(oldestUnseenMs / 1000).toFixed(0)} s`],
    ['until at rest', restMs === null ? 'never' : `${(restMs / 1000).toFixed(0)} s`],
    ...Object.entries(figures).map(([name, value]): [string, unknown] => [name.replaceAll('_', ' '), value]),
  ]
  const formatted = lines.map(
    ([name, value]) => `${name.padEnd(28)} ${typeof value === 'object' ? words(new Map(Object.entries(value ?? {}))) : value}`,
  )
  return [
    ...formatted,
    ...broken.map((one) => `BROKEN  ${one}`),
    broken.length === 0 ? 'Nothing lost, nothing doubled, nothing unseen; the books hold.' : '',
  ].join('\n')
}

const words = (counts: Map<string, unknown>) => `(${[...counts].map(([name, count]) => `${name}: ${count}`).join(', ')})`

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const quantile = (sorted: Float64Array, share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(1)

/** The longest time for each kind of process that was killed. */
function longest(kills: readonly Kill[], of: (kill: Kill) => number | null): string {
  const most = new Map<string, number>()
  for (const kill of kills) {
    const ms = of(kill)
    if (ms !== null) most.set(kill.what, Math.max(most.get(kill.what) ?? 0, ms))
  }
  return words(new Map([...most].map(([what, ms]) => [what, `${(ms / 1000).toFixed(1)} s`])))
}
