import { type BankSimulator, createBank } from '@lapak/simulators/bank'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDayOf } from '#shared/clock.ts'
import { type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { rowsLookedAt } from '../../../../test/bank-instance.ts'
import { cancelTopUp, deposit } from '../../../../test/money.ts'
import { moveEntriesToYesterday, withinOneDay } from '../../../../test/one-day.ts'
import { runJob } from '../../../../test/run-job.ts'

await withinOneDay()

const secret = 'rahasia-mutasi-untuk-uji-saja'
const [former, present, foreign] = ['008810012345', '9990009999', '1110001111']
const dayMs = 86_400_000
const at = (days: number) => new Date(Date.now() - days * dayMs)
const daysAgo = (days: number) => jakartaDayOf(at(days))

let app: TestApp
let admin: TestMember

beforeAll(async () => {
  app = await startTestApp({ BANKFEED_SECRET: secret })
  admin = await app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  await app.setting('reconciliation.waitDays', 0)
})

afterAll(() => app?.stop())

const bankOf = (code: string, account: string, opening: number) =>
  createBank({ url: app.url, secret, code, account, opening, name: `${code}-${account}` })

/** Delivers rows and waits until they are matched. */
async function deliverRows(bank: BankSimulator) {
  await bank.deliver()
  await rowsLookedAt(app)
}

const payTo = (code: string, account: string) =>
  app.tables
    .updateTable('payment_method')
    .set({ account_no: account, account_name: 'PT LAPAK' })
    .where('cash_code', '=', code)
    .where('channel', '=', 'transfer')
    .execute()

async function found(query: string): Promise<Json[]> {
  const { body } = await app.call('GET', `/api/admin/v1/reconciliation/differences?size=1000&sort=hari,ASC&${query}`, {
    token: admin.token,
  })
  return body.data.content
}

async function bankDay(code: string, day: string): Promise<Json> {
  const path = `/api/admin/v1/reconciliation/banks?bankcode=${code}&awal=${day}&akhir=${day}`
  return (await app.call('GET', path, { token: admin.token })).body.data.content[0]
}

test('balances of a former account are not mixed with those of the present account, and an account of somebody else is ignored', async () => {
  await payTo('01', former)
  // A ticket with the former account number shows that the platform used this account.
  const ticket = await app.db.transaction((tx) => deposit(tx, admin.id, 50_000n, { how: 'assigned' }))
  await app.tables.updateTable('top_up').set({ account_no: former }).where('id', '=', ticket).execute()
  const [old, other] = [bankOf('01', former, 100_000), bankOf('01', foreign, 70_000)]
  old.move(10_000, 'LAMA SATU', at(6))
  old.move(5_000, 'LAMA DUA', at(4))
  other.move(1_000, 'BUKAN KITA', at(4))
  await deliverRows(old)
  await payTo('01', present)
  const young = bankOf('01', present, 500_000)
  young.move(2_000, 'BARU SATU', at(4))
  young.move(3_000, 'BARU DUA', at(3))
  await deliverRows(young)
  await deliverRows(other)
  await runJob(app, 'reconcile-banks')
  const differences = await found('bankcode=01')
  expect(differences.filter(({ kind }) => kind === 'balance')).toMatchObject([
    // A difference in the balance of the first row that the bank ever delivered.
    { hari: daysAgo(6), reference: '••••2345', theirs: 110_000 },
  ])
  expect(differences.filter(({ keterangan }) => keterangan.includes('BUKAN KITA'))).toEqual([])
  expect(differences.filter(({ keterangan }) => /LAMA|BARU/.test(keterangan))).toHaveLength(4)
  expect(await bankDay('01', daysAgo(4))).toMatchObject({ baris: 2, masukbank: 7_000, saldobank: null, belumdijelaskan: 2 })
  expect(await bankDay('01', daysAgo(3))).toMatchObject({ baris: 1, saldobank: 505_000 })
})

test('rows without an account number belong to the account that is configured later, and leading zeros of its number do not matter', async () => {
  await payTo('02', '')
  const bni = bankOf('02', '', 0)
  bni.move(10_000, 'TANPA NOMOR', at(5))
  await deliverRows(bni)
  await payTo('02', present)
  const named = bankOf('02', `00${present}`, 10_000)
  named.move(500, 'DENGAN NOL', at(4))
  await deliverRows(named)
  await runJob(app, 'reconcile-banks')
  const differences = await found('bankcode=02')
  expect(differences.map(({ kind }) => kind).sort()).toEqual(['not_in_books', 'not_in_books'])
  expect(await bankDay('02', daysAgo(5))).toMatchObject({ baris: 1, masukbank: 10_000, saldobank: 10_000 })
})

test('rows of an old day are compared in the reconciliation after they came', async () => {
  await payTo('05', present)
  await runJob(app, 'reconcile-banks')
  const mandiri = bankOf('05', present, 0)
  mandiri.move(4_000, 'TERLAMBAT', at(40))
  await deliverRows(mandiri)
  await runJob(app, 'reconcile-banks')
  expect(await found('bankcode=05&kind=not_in_books')).toMatchObject([{ hari: daysAgo(40), theirs: 4_000 }])
})

test('an administrator cannot end a difference about his own ticket, but another administrator can', async () => {
  const [own, other] = [await app.member({ roles: ['ROLE_ADMIN'] }), admin]
  await app.db.transaction((tx) => deposit(tx, own.id, 90_000n, { bank: '04', how: 'assigned' }))
  await payTo('04', present)
  const bri = bankOf('04', present, 0)
  bri.move(-1_000, 'BIAYA', new Date())
  await deliverRows(bri)
  await moveEntriesToYesterday(app.tables)
  await runJob(app, 'reconcile-banks')
  const [difference] = await found('bankcode=04&kind=not_in_bank')
  const end = (who: TestMember) =>
    app.call('POST', `/api/admin/v1/reconciliation/differences/${difference.id}/end`, {
      token: who.token,
      body: { reason: 'Sudah saya cek' },
    })
  expect(await end(own)).toMatchObject({ status: 422, body: { code: 'decision.own_money' } })
  const { body: refused } = await app.call('GET', '/api/admin/v1/audit?event=reconciliation.end_refused', { token: admin.token })
  expect(refused.data.content).toMatchObject([{ subject: String(difference.id), after: { why: 'decision.own_money' } }])
  expect((await end(other)).status).toBe(200)
})

test('payments at the provider that are booked at a bank are not summed with the bank’s rows or bookings, but shown separately', async () => {
  const today = daysAgo(0)
  const before = await bankDay('02', today)
  const [bni] = [bankOf('02', present, 10_500)]
  bni.move(101_000, 'SETORAN TUNAI', new Date())
  await deliverRows(bni)
  await app.db.transaction(async (tx) => {
    await deposit(tx, admin.id, 408_000n, { bank: '02', how: 'gateway', channel: 'va' })
    await cancelTopUp(tx, await deposit(tx, admin.id, 60_000n, { bank: '02', how: 'gateway', channel: 'va' }))
  })
  expect(before).toBe(undefined)
  expect(await bankDay('02', today)).toMatchObject({
    masukbank: 101_000,
    masukbuku: 101_000,
    keluarbuku: 0,
    menunggu: 101_000,
    penyedia: 408_000,
    saldobuku: 509_000,
  })
})
