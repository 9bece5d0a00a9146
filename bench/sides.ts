import { median, type Numbers } from './report.ts'
import { p99Of } from './sessions.ts'

export interface SidesSize {
  /** The number of stored rows in the small and in the large database. */
  stored: readonly [small: number, large: number]
  rounds: number
  /** Requests per query in a round. */
  requests: number
}

interface Compared<Side> {
  /** What the stored rows are, for the progress output. */
  what: string
  questions: readonly string[]
  /** Opens a database with this number of rows. Called for the smaller database first. */
  open(stored: number): Promise<Side>
  /** Returns the durations of the requests in milliseconds, in ascending order. */
  ask(side: Side, question: string, requests: number): Promise<number[]>
  say(text: string): void
}

/** Runs every query in turns over the smaller and the larger database. */
export async function comparedSides<Side extends { stop(): Promise<void> }>(
  { stored, rounds, requests }: SidesSize,
  { what, questions, open, ask, say }: Compared<Side>,
): Promise<Numbers> {
  const sides: Side[] = []
  const numbers: Numbers = {}
  const note = (key: string, value: number) => {
    numbers[key] = [...(numbers[key] ?? []), value]
  }
  try {
    for (const count of stored) sides.push(await open(count))
    for (const side of sides) for (const question of questions) await ask(side, question, Math.ceil(requests / 2))
    for (let round = 1; round <= rounds; round += 1) {
      for (const question of questions) {
        const p99 = new Map<Side, number>()
        for (const side of round % 2 === 1 ? sides : sides.toReversed()) {
          const times = await ask(side, question, requests)
          p99.set(side, p99Of(times))
          note(`${question}_p50_${side === sides[0] ? 'small' : 'large'}_ms`, median(times))
        }
        const [small = 1, large = 0] = sides.map((side) => p99.get(side) ?? 0)
        note(`${question}_p99_small_ms`, small)
        note(`${question}_p99_large_ms`, large)
        note(`${question}_growth`, large / small)
        say(`round ${round}: ${question}: p99 ${small.toFixed(1)} ms over ${stored[0]}, ${large.toFixed(1)} ms over ${stored[1]} ${what}`)
      }
    }
  } finally {
    for (const side of sides) await side.stop()
  }
  return numbers
}

/** The calendar day in Jakarta that was this number of days ago. */
export const dayAgo = (days: number) => new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
