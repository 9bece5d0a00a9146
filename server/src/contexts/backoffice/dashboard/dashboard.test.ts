import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDayOf } from '#shared/clock.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { applyToSell } from '../../../../test/applicants.ts'
import { askTopUp, endTopUp } from '../../../../test/money.ts'
import { withinOneDay } from '../../../../test/one-day.ts'

await withinOneDay()

const dayMs = 86_400_000
const dayBefore = (days: number) => jakartaDayOf(new Date(Date.now() - days * dayMs))
const today = dayBefore(0)
/** Noon in Jakarta, so that no time zone can move the row to another day. */
const noonOf = (day: string) => new Date(`${day}T12:00:00+07:00`)

let app: TestApp
let admin: TestMember
let member: TestMember

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.member({ roles: ['ROLE_ADMIN'] })
  member = await app.member({ balance: 5_000_000n })
})

afterAll(() => app?.stop())

const ask = (query: string, path = '', token = admin.token) => app.call('GET', `/api/admin/v1/dashboard${path}?${query}`, { token })
const figures = async (awal: string, akhir: string) => {
  const { status, body } = await ask(`awal=${awal}&akhir=${akhir}`)
  expect(status).toBe(200)
  return body.data
}

let serial = 0
/** An unpaid top-up of this day. */
function topUp(day: string): Promise<bigint> {
  serial += 1
  return askTopUp(app.tables, member.id, { code: serial, at: noonOf(day) })
}

test('the dashboard counts top-ups of today and of the requested days like the list of top-ups, and counts waiting top-ups of all days', async () => {
  for (const days of [0, 1, 2]) await topUp(dayBefore(days))
  const rejected = await topUp(dayBefore(1))
  await endTopUp(app.tables, rejected, 'rejected')
  const { cashin } = await figures(dayBefore(1), today)
  // The ticket that was approved today is the one that gave the member its initial balance.
  expect(cashin).toEqual({ hariini: { jml: 1, amount: 5_000_000 }, rentang: { jml: 1, amount: 5_000_000 }, menunggu: 3 })
  const listed = async (query: string) =>
    (await app.call('GET', `/api/admin/v1/payment/histories/0?${query}`, { token: admin.token })).body.data.totalElements
  expect(await listed(`awal=${dayBefore(1)}&akhir=${today}&status=2`)).toBe(1)
  expect(await listed('status=1')).toBe(3)
})

test('the dashboard counts waiting seller applications, and those whose documents were sent today', async () => {
  const [first, second] = [await app.member({ complete: true }), await app.member({ complete: true })]
  for (const who of [first, second]) await applyToSell(app, who)
  const earlier = { documents_sent_at: noonOf(dayBefore(5)) }
  await app.tables.updateTable('member').set(earlier).where('id', '=', second.id).execute()
  const { sellerrequest } = await figures(today, today)
  expect(sellerrequest).toEqual({ hariini: 1, menunggu: 2 })
})

test('the dashboard includes today whatever days are requested, and has one row for each requested day', async () => {
  const { hari, transaksi } = await figures(dayBefore(10), dayBefore(8))
  expect(hari.map((day: { hari: string }) => day.hari)).toEqual([dayBefore(10), dayBefore(9), dayBefore(8)])
  expect(transaksi).toEqual({ hariini: { jml: 0, amount: 0, gagal: 0 }, rentang: { jml: 0, amount: 0, gagal: 0 } })
})

test('the dashboard refuses a period of more than a year, and a period that ends before it begins', async () => {
  for (const [awal, akhir] of [
    [dayBefore(366), today],
    [today, dayBefore(1)],
  ])
    for (const path of ['', '/sellers']) {
      const { status, body } = await ask(`awal=${awal}&akhir=${akhir}`, path)
      expect([status, body.errors]).toEqual([400, { akhir: 'Pilih 1 sampai 366 hari' }])
    }
  expect((await ask(`awal=${dayBefore(365)}&akhir=${today}`)).status).toBe(200)
})

test('the dashboard can be read by administrators only', async () => {
  for (const path of ['', '/sellers']) expect((await ask(`awal=${today}&akhir=${today}`, path, member.token)).status).toBe(403)
})
