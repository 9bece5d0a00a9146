import { sumDays } from '../server/src/contexts/ordering/purchases/queries/sum-days.ts'
import { openDatabase } from '../server/src/db/db.ts'
import type { BenchServer } from './database.ts'
import type { Numbers } from './report.ts'
import { type Browsers, createSessions, timesOf } from './sessions.ts'
import { comparedSides, dayAgo, type SidesSize } from './sides.ts'
import { addPurchases, createWorld, type World } from './world.ts'

type Day = (ago: number) => string

const days = (day: Day, first: number) => `awal=${day(first)}&akhir=${day(0)}`

/** The requests of the purchases page: the first page, the sums above it, and a search. */
const ofBuyers: Record<string, (day: Day) => string> = {
  list_today: (day) => `?${days(day, 0)}`,
  sums_today: (day) => `/today?${days(day, 0)}`,
  list_30d: (day) => `?${days(day, 29)}`,
  sums_30d: (day) => `/today?${days(day, 29)}`,
  search_30d: (day) => `?${days(day, 29)}&search=${Math.floor(Math.random() * 9000) + 1000}`,
}

/** The requests of an administrator's dashboard when it opens: its figures and its sellers. */
const ofAdmins: Record<string, (day: Day) => string> = {
  dashboard_30d: (day) => `?${days(day, 29)}`,
  dashboard_year: (day) => `?${days(day, 365)}`,
  rank_30d: (day) => `/sellers?${days(day, 29)}`,
  rank_year: (day) => `/sellers?${days(day, 365)}&urut=gagal`,
}

/** Fewer buyers than in the other benchmarks, so that each buyer has a few purchases every day. */
const buyers = 200
/** The smaller table covers this many days. The larger table covers more days, in proportion to its transactions. */
const smallDays = 31
const connections = 4
const admin = 2

interface Side extends Browsers {
  admins: string[]
  stop(): Promise<void>
}

/** Latencies of the purchases page and the dashboard, measured over a small and a large table with the same rows in the last days. */
export function listLatencies(
  server: BenchServer,
  size: SidesSize,
  { start, say }: { start(database: string): Promise<{ address: string; stop(): Promise<void> }>; say(text: string): void },
): Promise<Numbers> {
  const apart = (smallDays * 86_400) / size.stored[0]
  return comparedSides<Side>(size, {
    what: 'transactions',
    questions: Object.keys({ ...ofBuyers, ...ofAdmins }),
    open: async (stored) => {
      const world = await prepared(server, stored, apart)
      say(`lists: ${stored} transactions stored, their days summed`)
      const admins = await createSessions(server, { ...world, buyers: [{ id: admin, key: '', secret: '' }] })
      return { tokens: await createSessions(server, world), admins, ...(await start(world.database)) }
    },
    ask: asked,
    say,
  })
}

async function prepared(server: BenchServer, stored: number, apart: number): Promise<World> {
  const world = await createWorld(server, `lists_${stored}`, { buyers })
  await addPurchases(server, world, stored, apart)
  await server.sql(world.database, `insert into member_role (member_id, role_id) select ${admin}, id from role where name = 'ROLE_ADMIN'`)
  // In production, administrators need a second factor. The sessions of this benchmark have none.
  await server.sql(world.database, "insert into setting (name, value) values ('access.twoFactorDemanded', '0')")
  const db = await openDatabase({ url: server.urlOf(world.database), pool: 1, log: console })
  await sumDays(db)
  await db.close()
  await server.sql(world.database, 'vacuum (analyze)')
  return world
}

function asked(side: Side, name: string, requests: number): Promise<number[]> {
  const ofAdmin = ofAdmins[name]
  if (ofAdmin === undefined) return timesOf(side, () => `/api/v1/transactions/buyer${ofBuyers[name]?.(dayAgo)}`, { requests, connections })
  const browsers = { address: side.address, tokens: side.admins }
  return timesOf(browsers, () => `/api/admin/v1/dashboard${ofAdmin(dayAgo)}`, { requests, connections })
}
