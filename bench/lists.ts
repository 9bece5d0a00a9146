import { openDatabase } from '../server/src/core/db.ts'
import { sumDays } from '../server/src/features/purchases/reading/days.ts'
import type { BenchServer } from './database.ts'
import { median, type Numbers } from './report.ts'
import { type Browsers, p99Of, sessions, timesOf } from './sessions.ts'
import { addPurchases, createWorld, type World } from './world.ts'

/** What the page of purchases asks for: the first page, the sums above it, and a search. */
const questions: Record<string, (day: (ago: number) => string) => string> = {
  list_today: (day) => `?awal=${day(0)}&akhir=${day(0)}`,
  sums_today: (day) => `/today?awal=${day(0)}&akhir=${day(0)}`,
  list_30d: (day) => `?awal=${day(29)}&akhir=${day(0)}`,
  sums_30d: (day) => `/today?awal=${day(29)}&akhir=${day(0)}`,
  search_30d: (day) => `?awal=${day(29)}&akhir=${day(0)}&search=${Math.floor(Math.random() * 9000) + 1000}`,
}

/** Fewer than elsewhere, so that each has bought a few things every day. */
const buyers = 200
/** The smaller table holds this many days, the larger one as many more as it has more transactions. */
const smallDays = 31
const connections = 4

interface ListsSize {
  stored: readonly [small: number, large: number]
  rounds: number
  /** Requests of a question in a round. */
  requests: number
}

interface Side extends Browsers {
  stored: number
  stop(): Promise<void>
}

/** Every question in turns over the smaller and the larger table, whose last days look alike. */
export async function listLatencies(
  server: BenchServer,
  { stored, rounds, requests }: ListsSize,
  { start, say }: { start(database: string): Promise<{ address: string; stop(): Promise<void> }>; say(text: string): void },
): Promise<Numbers> {
  const apart = (smallDays * 86_400) / stored[0]
  const sides: Side[] = []
  const numbers: Numbers = {}
  const note = (key: string, value: number) => {
    numbers[key] = [...(numbers[key] ?? []), value]
  }
  try {
    for (const count of stored) {
      const world = await prepared(server, count, apart)
      say(`lists: ${count} transactions stored, their days summed`)
      sides.push({ stored: count, tokens: await sessions(server, world), ...(await start(world.database)) })
    }
    for (const side of sides) for (const name of Object.keys(questions)) await asked(side, name, Math.ceil(requests / 2))
    for (let round = 1; round <= rounds; round += 1) {
      for (const name of Object.keys(questions)) {
        const p99 = new Map<Side, number>()
        for (const side of round % 2 === 1 ? sides : sides.toReversed()) {
          const times = await asked(side, name, requests)
          p99.set(side, p99Of(times))
          note(`${name}_p50_${side === sides[0] ? 'small' : 'large'}_ms`, median(times))
        }
        const [small = 1, large = 0] = sides.map((side) => p99.get(side) ?? 0)
        note(`${name}_p99_small_ms`, small)
        note(`${name}_p99_large_ms`, large)
        note(`${name}_growth`, large / small)
        say(`round ${round}: ${name}: p99 ${small.toFixed(1)} ms over ${stored[0]}, ${large.toFixed(1)} ms over ${stored[1]} stored`)
      }
    }
  } finally {
    for (const side of sides) await side.stop()
  }
  return numbers
}

async function prepared(server: BenchServer, stored: number, apart: number): Promise<World> {
  const world = await createWorld(server, `lists_${stored}`, { buyers })
  await addPurchases(server, world, stored, apart)
  const db = await openDatabase({ url: server.urlOf(world.database), pool: 1, log: console })
  await sumDays(db)
  await db.close()
  await server.sql(world.database, 'vacuum (analyze)')
  return world
}

const dayAgo = (days: number) => new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)

const asked = (side: Side, name: string, requests: number) =>
  timesOf(side, () => `/api/v1/transactions/buyer${questions[name]?.(dayAgo)}`, { requests, connections })
