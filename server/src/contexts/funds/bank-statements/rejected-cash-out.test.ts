import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { BankInstance, type Ticket } from '../../../../test/bank-instance.ts'
import { askCashOut } from '../../../../test/money.ts'

/** A cash-out was sent by hand without a record, its bank sent the money back, and an administrator rejected it: the member has the sum already. */

let instance: BankInstance
let member: TestMember
let nominal = 210_000

beforeAll(async () => {
  instance = await BankInstance.start()
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.member({ balance: 1_000_000n })
  nominal += 1_000
})

afterEach(() => instance.app.setting('money.secondAdminFrom', 0n))

const step = (out: bigint, status: number, body: Json = {}, who = instance.admin) =>
  instance.app.call('PATCH', `/api/admin/v1/payment/tiket/update/${out}/${status}`, {
    token: who.token,
    body: status === 1 ? {} : { description: 'Rekening tujuan tutup', ...body },
  })
const approve = (id: number | bigint, body: Json = {}) =>
  instance.app.call('POST', '/api/admin/v1/payment/tiket/approve', {
    token: instance.admin.token,
    body: { id: Number(id), description: 'Sudah dicek di mutasi', ...body },
  })
const approveMatched = async (id: number) =>
  (
    await instance.app.call('POST', '/api/admin/v1/payment/tiket/approve/matched', {
      token: instance.admin.token,
      body: { ids: [id], description: 'Mutasi pagi' },
    })
  ).body.data
const detail = async (id: bigint) =>
  (await instance.app.call('GET', `/api/admin/v1/payment/tiket/${id}`, { token: instance.admin.token })).body.data
const explain = (row: Json, reference: bigint, who = instance.admin) =>
  instance.asAdmin('POST', `mutasi/${row.id}/explain`, { kind: 'cash_out', reference: Number(reference), reason: 'Dikembalikan bank' }, who)
const reopen = (row: Json) => instance.asAdmin('POST', `mutasi/${row.id}/reopen`, { reason: 'Salah dijelaskan' })
const suggested = async (row: Json) => (await instance.asAdmin('GET', `mutasi/${row.id}/suggest`)).body.data
const now = async (row: Json): Promise<Json> => (await instance.rowsOf(row.keterangan))[0]
const balance = () => instance.app.balance(member)

/** A top-up ticket of the member at BCA, and a cash-out of exactly its sum that is being processed. */
async function processed(who = member): Promise<{ ticket: Ticket; out: bigint }> {
  const ticket = await instance.ticketOf(member, nominal)
  const out = await instance.app.db.transaction((tx) => askCashOut(tx, who.id, BigInt(ticket.nominal)))
  expect((await step(out, 1)).status).toBe(200)
  return { ticket, out }
}

const rejected = async () => {
  const both = await processed()
  expect((await step(both.out, 3)).status).toBe(200)
  expect(await balance()).toBe(1_000_000n)
  return both
}

describe('the money that a bank sent back', () => {
  test('is credited only after every cash-out of its sum was named, so that none is released unseen', async () => {
    const { ticket, out } = await rejected()
    const other = await instance.member({ balance: 1_000_000n })
    const second = await instance.app.db.transaction((tx) => askCashOut(tx, other.id, BigInt(ticket.nominal)))
    expect((await step(second, 1)).status).toBe(200)
    await instance.paid(ticket.nominal)
    const { code, penarikan } = (await approve(ticket.id)).body
    expect({ code, penarikan }).toEqual({
      code: 'ticket.perhaps_returned',
      penarikan: expect.stringMatching(new RegExp(`^CO-\\w+-${second}, CO-\\w+-${out}$`)),
    })
    for (const notreturn of penarikan.split(', '))
      expect((await approve(ticket.id, { notreturn })).body.code, notreturn).toBe('ticket.perhaps_returned')
    expect((await approve(ticket.id, { notreturn: penarikan })).status).toBe(200)
    await instance.booksHold()
  })

  test('is not credited to a ticket of its sum after its cash-out was rejected', async () => {
    const { ticket, out } = await rejected()
    const row = await instance.paid(ticket.nominal)
    expect(row).toMatchObject({ status: 'unmatched', why: expect.stringContaining(`Bisa tiket ${ticket.invoice}, bisa penarikan CO-`) })
    expect(await balance()).toBe(1_000_000n)
    const refused = await approve(ticket.id)
    expect(refused.body).toMatchObject({ code: 'ticket.perhaps_returned', penarikan: expect.stringMatching(new RegExp(`-${out}$`)) })
    expect(await approveMatched(ticket.id)).toMatchObject([{ done: false, code: 'ticket.perhaps_returned' }])
    const owner = { ticketid: ticket.id }
    const assigned = await instance.asAdmin('POST', `unmatched/${row.unmatched}/assign`, { owner, description: 'Sudah dicek' })
    expect(assigned.body.code).toBe('ticket.perhaps_returned')
    expect(await balance()).toBe(1_000_000n)
    // The administrator sees at the bank that it is different money.
    expect((await approve(ticket.id, { notreturn: refused.body.penarikan })).status).toBe(200)
    expect(await balance()).toBe(1_000_000n + BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('is not credited to a ticket of its sum if its cash-out is rejected while its row waits', async () => {
    const { ticket, out } = await processed()
    const row = await instance.paid(ticket.nominal)
    expect(row.status).toBe('unmatched')
    expect((await step(out, 3)).status).toBe(200)
    expect((await approve(ticket.id)).body.code).toBe('ticket.perhaps_returned')
    expect(await approveMatched(ticket.id)).toMatchObject([{ done: false, code: 'ticket.perhaps_returned' }])
    expect(await balance()).toBe(1_000_000n)
    await instance.booksHold()
  })

  test('is credited once if its cash-out is rejected and its ticket approved at the same time', async () => {
    const { ticket, out } = await processed()
    await instance.paid(ticket.nominal)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) => [() => step(out, 3), () => approve(ticket.id), () => approveMatched(ticket.id)][nth % 3]?.()),
    )
    expect(answers.filter((answer) => answer?.status >= 500)).toEqual([])
    expect(await balance()).toBe(1_000_000n)
    await instance.booksHold()
  })

  test('is recognised at every bank if the administrator did not name the bank that the money left', async () => {
    const { ticket, out } = await processed()
    expect((await approve(out)).body.data).toMatchObject({ status: 2, cashcode: '04' })
    const row = await instance.paid(ticket.nominal)
    expect(row).toMatchObject({ status: 'unmatched', why: expect.stringContaining('bisa penarikan CO-') })
    const { penarikan } = (await approve(ticket.id)).body
    expect((await approve(ticket.id, { notreturn: penarikan })).status).toBe(200)
    // What was credited may have been the return, at whichever bank.
    expect((await step(out, 4)).body.code).toBe('cash_out.return_taken')
    expect((await detail(out)).returnedin).toEqual({ invoice: ticket.invoice, amount: ticket.nominal })
    await instance.booksHold()
  })

  test('pays a ticket at another bank than the one that the administrator named', async () => {
    const { ticket, out } = await processed()
    expect((await approve(out, { sumber: '02' })).status).toBe(200)
    expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    await instance.booksHold()
  })

  test('is not taken for the money of a ticket by an administrator who has seen it at the bank before its row came', async () => {
    const { ticket } = await rejected()
    const refused = await approve(ticket.id)
    expect(refused.body.code).toBe('ticket.perhaps_returned')
    expect((await approve(ticket.id, { notreturn: refused.body.penarikan })).status).toBe(200)
    // One of the two is still to come; which one this is only a person can tell.
    expect(await instance.paid(ticket.nominal)).toMatchObject({
      status: 'unmatched',
      why: expect.stringContaining(`Bisa tiket ${ticket.invoice} yang disetujui admin, bisa penarikan CO-`),
    })
    await instance.booksHold()
  })

  test('pays a ticket of its sum if the cash-out was never processed, so that nobody sent it', async () => {
    const ticket = await instance.ticketOf(member, nominal)
    const out = await instance.app.db.transaction((tx) => askCashOut(tx, member.id, BigInt(ticket.nominal)))
    expect((await step(out, 3)).status).toBe(200)
    expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    await instance.booksHold()
  })
})

describe('the rejection of a cash-out', () => {
  test('is refused if a top-up was credited for money of its sum since, unless the administrator names that top-up', async () => {
    const { ticket, out } = await processed()
    await instance.paid(ticket.nominal)
    const { penarikan } = (await approve(ticket.id)).body
    expect((await approve(ticket.id, { notreturn: penarikan })).status).toBe(200)
    expect((await step(out, 3)).body).toMatchObject({ code: 'cash_out.return_taken', msg: expect.stringContaining(ticket.invoice) })
    expect((await detail(out)).returnedin).toEqual({ invoice: ticket.invoice, amount: ticket.nominal })
    expect((await step(out, 3, { returnedin: ticket.invoice })).body).toMatchObject({ success: true, data: { status: 3 } })
    await instance.booksHold()
  })

  test('needs no confirmation about a top-up that was credited before the cash-out was requested', async () => {
    const ticket = await instance.ticketOf(member, nominal)
    const row = await instance.paid(ticket.nominal)
    expect(row.status).toBe('deposit')
    // A transfer to the wrong place, which its member takes out again an hour later.
    const earlier = new Date(Date.now() - 3_600_000)
    await instance.app.tables.updateTable('top_up').set({ created_at: earlier }).where('id', '=', BigInt(ticket.id)).execute()
    await instance.app.tables.updateTable('bank_statement').set({ happened_at: earlier }).where('id', '=', BigInt(row.id)).execute()
    const out = await instance.app.db.transaction((tx) => askCashOut(tx, member.id, BigInt(ticket.nominal)))
    expect((await step(out, 1)).status).toBe(200)
    expect((await step(out, 3)).status).toBe(200)
  })
})

describe('the rows of a rejected cash-out', () => {
  /** The money left BCA and came back, and the cash-out is rejected. */
  async function roundTrip() {
    const { ticket, out } = await processed()
    const bank = instance.bank()
    const sent = await instance.paid(-ticket.nominal, bank)
    const back = await instance.paid(ticket.nominal, bank)
    expect((await step(out, 3)).status).toBe(200)
    return { ticket, out, sent, back }
  }

  test('are explained by the cash-out, the money in before the money out, and nothing is booked', async () => {
    const { ticket, out, sent, back } = await roundTrip()
    expect(sent.status).toBe('new')
    // Alone it would be a loss that nobody sees.
    expect(await suggested(sent)).toEqual([])
    expect((await explain(sent, out)).body.code).toBe('statement.no_match')
    expect(await suggested(back)).toMatchObject([{ kind: 'cash_out', id: Number(out), membername: member.name }])
    expect((await explain(back, out)).body).toMatchObject({
      msg: 'Mutasi dijelaskan',
      data: { status: 'cash_out', reference: Number(out) },
    })
    await instance.booksHold()
    expect(await suggested(sent)).toMatchObject([{ kind: 'cash_out', id: Number(out) }])
    expect((await explain(sent, out)).body.data).toMatchObject({ status: 'cash_out', reference: Number(out), unmatched: null })
    // A repeated command gets the same answer.
    expect((await explain(back, out)).status).toBe(200)
    expect(await balance()).toBe(1_000_000n)
    await instance.booksHold()
    // The transfer of the ticket is the next money of this sum.
    expect(await instance.paid(ticket.nominal)).toMatchObject({ status: 'deposit', invoice: ticket.invoice })
    expect(await balance()).toBe(1_000_000n + BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('are reopened with the money out before the money in', async () => {
    const { out, sent, back } = await roundTrip()
    expect((await explain(back, out)).status).toBe(200)
    expect((await explain(sent, out)).status).toBe(200)
    expect((await reopen(back)).body).toMatchObject({ code: 'statement.sent_first', msg: expect.stringContaining(String(sent.id)) })
    expect((await reopen(sent)).body.data).toMatchObject({ status: 'new' })
    expect((await reopen(back)).body.data).toMatchObject({ status: 'unmatched', unmatched: expect.any(Number) })
    await instance.booksHold()
  })

  test('never leave the money out explained without the money in if both are decided at the same time', async () => {
    const { out, sent, back } = await roundTrip()
    expect((await explain(back, out)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => (nth % 2 ? explain(sent, out) : reopen(back))))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const [left, came] = [await now(sent), await now(back)]
    if (left.status === 'cash_out') expect(came.status).toBe('cash_out')
    await instance.booksHold()
  })

  test('need a second administrator from the same sum as any other explanation of suspense money', async () => {
    const { out, back } = await roundTrip()
    await instance.app.setting('money.secondAdminFrom', 1n)
    expect((await explain(back, out)).body).toMatchObject({ msg: 'Menunggu admin kedua', data: { status: 'unmatched' } })
    expect((await instance.agree('unmatched.assign', back.unmatched)).status).toBe(200)
    expect(await now(back)).toMatchObject({ status: 'cash_out', reference: Number(out), explainedby: instance.second.name })
    await instance.app.setting('money.secondAdminFrom', 0n)
    await instance.booksHold()
  })

  test('are not explained by the administrator whose cash-out it is', async () => {
    const own = await instance.member({ balance: 500_000n, roles: ['ROLE_ADMIN'] })
    const { ticket, out } = await processed(own)
    const back = await instance.paid(ticket.nominal)
    expect((await step(out, 3)).status).toBe(200)
    expect((await explain(back, out, own)).body.code).toBe('decision.own_money')
    expect((await now(back)).status).toBe('unmatched')
  })

  test('are not explained until the money in is in suspense, so that its sum counts against a limit', async () => {
    const { ticket, out } = await rejected()
    const stray = await instance.paid(ticket.nominal, instance.bank('01', { account: '777' }))
    expect(stray.status).toBe('new')
    expect((await explain(stray, out)).body.code).toBe('statement.no_match')
    expect((await reopen(stray)).body.data).toMatchObject({ status: 'unmatched' })
    expect((await explain(stray, out)).body.data).toMatchObject({ status: 'cash_out' })
    await instance.booksHold()
  })

  test('are not explained by a cash-out of another sum, that is being processed, or that was never processed', async () => {
    const { ticket, out } = await processed()
    const back = await instance.paid(ticket.nominal)
    expect((await explain(back, out)).body.code).toBe('statement.no_match')
    expect((await step(out, 3)).status).toBe(200)
    const other = await instance.paid(ticket.nominal + 7)
    expect((await explain(other, out)).body.code).toBe('statement.no_match')
    const unprocessed = await instance.app.db.transaction((tx) => askCashOut(tx, member.id, BigInt(ticket.nominal)))
    expect((await step(unprocessed, 3)).status).toBe(200)
    expect((await explain(back, unprocessed)).body.code).toBe('statement.no_match')
    await instance.booksHold()
  })
})

test('a cash-out that was recorded as paid from the wrong bank is returned with the row of the right one, and its two rows are explained', async () => {
  const { ticket, out } = await processed()
  expect((await approve(out)).body.data).toMatchObject({ status: 2, cashcode: '04' })
  const bank = instance.bank()
  const sent = await instance.paid(-ticket.nominal, bank)
  const back = await instance.paid(ticket.nominal, bank)
  expect(sent.status).toBe('new')
  expect((await step(out, 4)).status).toBe(200)
  expect(await now(back)).toMatchObject({ status: 'cash_out', reference: Number(out), unmatched: null })
  expect((await explain(sent, out)).body.data).toMatchObject({ status: 'cash_out', reference: Number(out) })
  expect(await balance()).toBe(1_000_000n)
  await instance.booksHold()
})
