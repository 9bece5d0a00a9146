import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, Json, TestApp, TestMember } from './app.ts'
import { BankInstance } from './bank-instance.ts'
import { patiently } from './client.ts'
import { askCashOut, deposit, payCashOut, recordUnmatched, showUnmatched } from './money.ts'

/**
 * Fifty concurrent copies of one money command, with different details where possible: one copy is executed, and the other copies are answered with
 * the current state.
 */
let instance: BankInstance
let app: TestApp
let admin: TestMember
let second: TestMember
let member: TestMember
let serial = 0

beforeAll(async () => {
  instance = await BankInstance.start()
  ;({ app, admin, second } = instance)
  await app.setting('statements.filesPerHour', 1000)
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  serial += 1
  member = await instance.member()
})

afterEach(() => instance.booksHold())

const fifty = <Reply extends { body: Json }>(send: (nth: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: 50 }, (_, nth) => patiently(() => send(nth))))
const admins = (nth: number) => (nth % 2 === 0 ? admin : second)
const post = (path: string, body: Json, who = admin) => app.call('POST', `/api/admin/v1/${path}`, { token: who.token, body })
const update = (id: bigint, status: number, nth: number) =>
  app.call('PATCH', `/api/admin/v1/payment/tiket/update/${id}/${status}`, {
    token: admins(nth).token,
    body: { description: `Alasan ${nth}` },
  })

/** Checks that one request succeeded and that all other requests got this refusal. */
function oneOf(answers: Answer[], refusal: string) {
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === refusal)).toHaveLength(49)
}

const given = (amount: bigint) => app.db.transaction((tx) => deposit(tx, member.id, amount))
const asked = (amount: bigint) => app.db.transaction((tx) => askCashOut(tx, member.id, amount))

test('a correction of a cash account is booked once per reference', async () => {
  const body = { code: '01', jumlah: -65, kind: 'bank_fee', reason: 'Biaya bulanan', reffclient: `koreksi-${serial}` }
  const answers = await fifty(() => post('accounts/correction', body))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await app.db.read.selectFrom('cash_correction').select('id').where('reffclient', '=', body.reffclient).execute()
  expect(rows).toHaveLength(1)
})

test('an adjustment is requested once, and booked by one of fifty approvals of the second administrator', async () => {
  const reffclient = `sesuaikan-${serial}`
  const body = { memberid: Number(member.id), jumlah: 7_000, reason: 'Salah hitung', reffclient }
  const answers = await fifty(() => post('accounts/adjustment', body))
  expect(new Set(answers.map(({ body }) => body.msg))).toEqual(new Set(['Menunggu admin kedua']))
  const open = await app.db.read.selectFrom('approval_request').select('id').where('subject', 'like', `%${reffclient}`).execute()
  expect(open).toHaveLength(1)
  oneOf(await fifty(() => post(`decisions/${open[0]?.id}`, { yes: true, reason: 'Sudah saya periksa' }, second)), 'decision.changed')
  expect(await app.balance(member)).toBe(7_000n)
})

test('one of fifty requests withdraws a cash-out', async () => {
  await given(200_000n)
  const id = await asked(150_000n)
  oneOf(await fifty(() => app.call('DELETE', `/api/v1/seller/cashout/${id}`, { token: member.token })), 'ticket.state')
  expect(await app.balance(member)).toBe(200_000n)
})

test('one of fifty requests rejects a cash-out, and one of fifty requests returns a paid cash-out', async () => {
  await given(200_000n)
  oneOf(await Promise.resolve(asked(150_000n)).then((id) => fifty((nth) => update(id, 3, nth))), 'ticket.state')
  const paid = await asked(150_000n)
  await app.db.transaction((tx) => payCashOut(tx, paid))
  oneOf(await fifty((nth) => update(paid, 4, nth)), 'ticket.state')
  expect(await app.balance(member)).toBe(200_000n)
})

test('one of fifty requests of administrators cancels a top-up', async () => {
  const ticket = await given(90_000n)
  oneOf(await fifty((nth) => update(ticket, 4, nth)), 'ticket.state')
  expect(await app.balance(member)).toBe(0n)
})

test('one of fifty requests of its owner cancels a ticket', async () => {
  await app.setting('topup.cancelAfterHours', 0)
  const { invoice } = await instance.ticketOf(member)
  oneOf(await fifty(() => app.call('DELETE', `/api/v1/payment/tiket/${invoice}`, { token: member.token })), 'ticket.state')
})

test('fifty copies of a delivery of a bank feed are stored once', async () => {
  const bank = instance.bank()
  const rows = [bank.move(71_000 + serial), bank.move(72_000 + serial)]
  const answers = await fifty(() => bank.deliver(rows))
  expect(answers.reduce((sum, { body }) => sum + body.data.added, 0)).toBe(2)
})

test('fifty uploads of a file of a bank are stored once', async () => {
  const bank = instance.bank()
  const text = instance.newText()
  bank.move(73_000 + serial, text)
  const file = bank.file('KlikBCA')
  oneOf(await fifty((nth) => instance.upload(file, { who: admins(nth) })), 'statement.file_known')
  expect(await instance.rowsOf(text)).toHaveLength(1)
})

test('one of fifty requests reopens money that was explained as not belonging to the platform', async () => {
  const row = await app.db.transaction((tx) => showUnmatched(tx, '01', 74_000n + BigInt(serial)))
  await app.db.transaction((tx) => recordUnmatched(tx, row))
  oneOf(await fifty((nth) => instance.asAdmin('POST', `mutasi/${row}/reopen`, { reason: `Alasan ${nth}` }, admins(nth))), 'statement.open')
  const open = app.db.read.selectFrom('suspense_item').select('id').where('statement_id', '=', row).where('closed_at', 'is', null)
  expect(await open.execute()).toHaveLength(1)
})
