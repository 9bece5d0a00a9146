import { openDatabase } from '../server/src/core/db.ts'
import { sumDays } from '../server/src/features/purchases/reading/days.ts'
import type { BenchServer } from './database.ts'
import type { Numbers } from './report.ts'
import { type Browsers, sessions, timesOf } from './sessions.ts'
import { comparedSides, dayAgo, type SidesSize } from './sides.ts'
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

interface Side extends Browsers {
  stop(): Promise<void>
}

/** The page of purchases over two tables whose last days look alike. */
export function listLatencies(
  server: BenchServer,
  size: SidesSize,
  { start, say }: { start(database: string): Promise<{ address: string; stop(): Promise<void> }>; say(text: string): void },
): Promise<Numbers> {
  const apart = (smallDays * 86_400) / size.stored[0]
  return comparedSides<Side>(size, {
    what: 'transactions',
    questions: Object.keys(questions),
    open: async (stored) => {
      const world = await prepared(server, stored, apart)
      say(`lists: ${stored} transactions stored, their days summed`)
      return { tokens: await sessions(server, world), ...(await start(world.database)) }
    },
    ask: asked,
    say,
  })
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

const asked = (side: Side, name: string, requests: number) =>
  timesOf(side, () => `/api/v1/transactions/buyer${questions[name]?.(dayAgo)}`, { requests, connections })
