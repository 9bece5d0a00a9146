import { openDatabase } from '../server/src/db/db.ts'
import { storeRunningTotals } from '../server/src/ledger/store-running-totals.ts'
import type { BenchServer } from './database.ts'
import type { Numbers } from './report.ts'
import { answerOf, type Browsers, createSessions, timesOf } from './sessions.ts'
import { comparedSides, dayAgo, type SidesSize } from './sides.ts'
import { addStatements, createWorld, type World } from './world.ts'

/** Whose statement is read: that of one of many buyers, of the seller of every fourth purchase, or of an administrator. */
type Who = 'buyer' | 'whale' | 'admin'

interface Question {
  who: Who
  path: (deep: number) => string
}

const mutasi = '/api/v1/payment/mutasisaldo'
const today = () => `awal=${dayAgo(0)}&akhir=${dayAgo(0)}`
const lately = () => `awal=${dayAgo(29)}&akhir=${dayAgo(0)}`

const questions: Record<string, Question> = {
  statement_today: { who: 'buyer', path: () => `${mutasi}?${today()}` },
  statement_30d: { who: 'buyer', path: () => `${mutasi}?${lately()}` },
  statement_all: { who: 'buyer', path: () => mutasi },
  statement_search: { who: 'buyer', path: () => `${mutasi}?${lately()}&search=h${Math.floor(Math.random() * 9000) + 1000}` },
  whale_today: { who: 'whale', path: () => `${mutasi}?${today()}` },
  whale_30d: { who: 'whale', path: () => `${mutasi}?${lately()}` },
  whale_all: { who: 'whale', path: () => mutasi },
  // The page in the middle of the list, as far as possible from its beginning and its end.
  whale_deep: { who: 'whale', path: (deep) => `${mutasi}?page=${deep}` },
  money_cards: { who: 'admin', path: () => '/api/admin/v1/accounts/monitoring' },
  cash_list: { who: 'admin', path: () => '/api/admin/v1/accounts' },
  cash_history: { who: 'admin', path: () => '/api/admin/v1/account/histories?code=01' },
}

const buyers = 200
/** The smaller database covers this many days. The larger database covers more days, in proportion to its ledger entries. */
const smallDays = 31
const connections = 4
const entriesEach = 4
const largestMemberId = 1
const admin = 2

interface Side {
  address: string
  browsers: Record<Who, Browsers>
  deep: number
  stop(): Promise<void>
}

/** Latencies of statements, measured over two databases of different sizes whose most recent days are alike. `stored` counts ledger entries. */
export function statementLatencies(
  server: BenchServer,
  size: SidesSize,
  { start, say }: { start(database: string): Promise<{ address: string; stop(): Promise<void> }>; say(text: string): void },
): Promise<Numbers> {
  const apart = (smallDays * 86_400 * entriesEach) / size.stored[0]
  return comparedSides<Side>(size, {
    what: 'entries',
    questions: Object.keys(questions),
    open: async (entries) => {
      const world = await prepared(server, entries, apart)
      say(`statements: ${entries} entries stored, their days summed`)
      return sideOf(server, world, await start(world.database))
    },
    ask: asked,
    say,
  })
}

async function prepared(server: BenchServer, entries: number, apart: number): Promise<World> {
  const world = await createWorld(server, `statements_${entries}`, { buyers })
  await addStatements(server, world, entries / entriesEach, apart)
  await server.sql(world.database, `insert into member_role (member_id, role_id) select ${admin}, id from role where name = 'ROLE_ADMIN'`)
  // In production, administrators need a second factor and may read only a limited number of rows per hour. The sessions of this benchmark have no
  // second factor.
  await server.sql(
    world.database,
    "insert into setting (name, value) values ('access.twoFactorDemanded', '0'), ('access.rowsPerHour', '10000000')",
  )
  const db = await openDatabase({ url: server.urlOf(world.database), pool: 1, log: console })
  await storeRunningTotals(db)
  await db.close()
  await server.sql(world.database, 'vacuum (analyze)')
  return world
}

async function sideOf(server: BenchServer, world: World, { address, stop }: Pick<Side, 'address' | 'stop'>): Promise<Side> {
  const [whales, admins] = await Promise.all(
    [largestMemberId, admin].map((id) => createSessions(server, { ...world, buyers: [{ id, key: '', secret: '' }] })),
  )
  const browsers = {
    buyer: { address, tokens: await createSessions(server, world) },
    whale: { address, tokens: whales ?? [] },
    admin: { address, tokens: admins ?? [] },
  }
  const { totalElements } = (await answerOf(browsers.whale, mutasi)) as { totalElements: number }
  return { address, browsers, deep: Math.floor(totalElements / 20), stop }
}

function asked({ browsers, deep }: Side, name: string, requests: number): Promise<number[]> {
  const { who, path } = questions[name] as Question
  return timesOf(browsers[who], () => path(deep), { requests, connections })
}
