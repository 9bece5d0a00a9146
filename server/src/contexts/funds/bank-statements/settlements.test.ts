import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../test/app.ts'
import { BankInstance } from '../../../../test/bank-instance.ts'
import { payAtProvider, transferCash } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'

/**
 * Money that was paid at the payment provider stays there until the provider settles it, which means that it transfers the money to a bank of the
 * platform. A settlement is booked as a cash transfer.
 */
let instance: BankInstance
let member: TestMember

beforeAll(async () => {
  instance = await BankInstance.start()
  member = await instance.member()
  // Money of rows from before the first ticket is not booked, so a first ticket is created.
  await instance.ticketOf(member)
  await instance.app.db.transaction((tx) => payAtProvider(tx, member.id, 1_200_000n))
})
afterAll(() => instance?.stop())

const admin = (method: string, path: string, body?: unknown) =>
  instance.app.call(method, `/api/admin/v1/${path}`, { token: instance.admin.token, body })
const held = async (code: string): Promise<number> =>
  (await admin('GET', 'accounts')).body.data.find((account: { code: string }) => account.code === code).balance
const settle = async (jumlah: number, idsumber = '06') =>
  expect(
    (await admin('POST', 'accounts/transfer', { idsumber, idtujuan: '01', jumlah, reason: 'Settlement penyedia' })).body,
  ).toMatchObject({
    success: true,
  })

test('payments of all the provider’s methods are booked at one cash account', async () => {
  const rows = await instance.app.db.read.selectFrom('payment_method').select(['channel', 'cash_code']).execute()
  expect(new Set(rows.filter(({ channel }) => channel !== 'transfer').map(({ cash_code }) => cash_code))).toEqual(new Set(['06']))
})

test('a settlement that the bank reports before it is booked becomes suspense money, and is matched once it is booked', async () => {
  const [provider, bank] = [await held('06'), await held('01')]
  const row = await instance.paid(410_003)
  expect(row).toMatchObject({ status: 'unmatched' })
  await settle(410_003)
  await runJob(instance.app, 'match-unclassified')
  const [now] = await instance.rowsOf(row.keterangan)
  expect(now).toMatchObject({ status: 'cash_transfer', unmatched: null, why: expect.stringContaining('Transfer kas') })
  expect([await held('06'), await held('01')]).toEqual([provider - 410_003, bank + 410_003])
  await instance.booksHold()
})

test('a settlement that was booked before the bank reports it is matched at once', async () => {
  await settle(120_007)
  expect(await instance.paid(120_007)).toMatchObject({ status: 'cash_transfer' })
  await instance.booksHold()
})

test('suspense money is not matched with a cash transfer of the same sum from another bank of the platform', async () => {
  await instance.app.db.transaction((tx) => transferCash(tx, '06', '02', 200_000n))
  const row = await instance.paid(90_011)
  await settle(90_011, '02')
  await runJob(instance.app, 'match-unclassified')
  expect((await instance.rowsOf(row.keterangan))[0]).toMatchObject({ status: 'unmatched' })
  await instance.booksHold()
})

test('a settlement of the sum of an open ticket is left to an administrator', async () => {
  const ticket = await instance.ticketOf(member)
  await settle(ticket.nominal)
  const row = await instance.paid(ticket.nominal)
  expect(row).toMatchObject({ status: 'unmatched', why: expect.stringContaining('bisa transfer kas') })
  await runJob(instance.app, 'match-unclassified')
  expect((await instance.rowsOf(row.keterangan))[0]).toMatchObject({ status: 'unmatched' })
  expect(await instance.stateOf(member, ticket)).toBe(1)
  await instance.booksHold()
})

test('two rows of one sum in suspense are not matched with a settlement of that sum', async () => {
  const rows = [await instance.paid(88_013), await instance.paid(88_013)]
  await settle(88_013)
  await runJob(instance.app, 'match-unclassified')
  for (const { keterangan } of rows) expect((await instance.rowsOf(keterangan))[0]).toMatchObject({ status: 'unmatched' })
  await instance.booksHold()
})

test('suspense money that an administrator handled is not matched automatically with a later cash transfer', async () => {
  const row = await instance.paid(75_009)
  const body = { kind: 'noted', reason: 'Belum jelas' }
  expect((await instance.asAdmin('POST', `mutasi/${row.id}/explain`, body)).status).toBe(200)
  expect((await instance.asAdmin('POST', `mutasi/${row.id}/reopen`, { reason: 'Dilihat lagi' })).status).toBe(200)
  await settle(75_009)
  await runJob(instance.app, 'match-unclassified')
  expect((await instance.rowsOf(row.keterangan))[0]).toMatchObject({ status: 'unmatched' })
})
