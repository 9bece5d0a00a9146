import { type TicketQuery, ticketCalls } from '@lapak/contract/funds/tickets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSettings } from '#contexts/system/settings/settings.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { type Crowded, startCrowded } from '../../../../test/crowded.ts'
import { listTickets } from './lists.queries.ts'

const ticketsCount = 30_000
/** One ticket for each minute of the day. */
const ticketsOfDay = 24 * 60

let crowded: Crowded

beforeAll(async () => {
  crowded = await startCrowded(['top_up'])
  const { tables } = crowded
  await sql`insert into member (id, name, email, password_hash) overriding system value values (1, 'Budi', 'budi@lapak.test', '-')`.execute(
    tables,
  )
  await sql`
    insert into top_up (id, member_id, method_id, channel, cash_code, amount, fee, nominal, state, received, credited, how, approved_at, created_at)
    select n, 1, 1, 'transfer', '01', 100000, 0, 100000, 2, 100000, 100000, 'admin', now(), now() - n * interval '1 minute'
    from generate_series(0, ${ticketsCount - 1}) n`.execute(tables)
})

afterAll(() => crowded?.drop())

test('tickets of one day, account and state are found without reading other days, even with a query plan made for empty tables', async () => {
  const day = jakartaDayOf(new Date(Date.now() - 10 * 86_400_000))
  const settings = createSettings({ production: false })
  const query = ticketCalls.cashin.query.parse({ awal: day, akhir: day, method: '01', statustrx: '2' }) as TicketQuery
  const { found, looked } = await crowded.looking(() => listTickets({ db: crowded.db, installation: 'LPK', settings }, 1n, 0, query))
  expect(found.totalElements).toBe(ticketsOfDay)
  expect(found.content).toHaveLength(10)
  expect(looked).toBeLessThan(3 * ticketsOfDay)
})
