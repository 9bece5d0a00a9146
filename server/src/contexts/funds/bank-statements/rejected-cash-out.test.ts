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

  test('may be at a bank that nobody recorded: the bank of the member is only assumed if the administrator names none', async () => {
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

  test('is taken for nobody’s money before the cash-out was processed, since nobody sends it then', async () => {
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

  test('needs no word about a top-up that was credited before the cash-out was requested', async () => {
    const ticket = await instance.ticketOf(member, nominal)
    const row = await instance.paid(ticket.nominal)
    expect(row.status).toBe('deposit')
    // A transfer to the wrong place, which its member takes out again an hour later.
    const earlier = new Date(Date.now() - 3_600_000)
    await instance.app.tables.updateTable('bank_statement').set({ happened_at: earlier }).where('id', '=', BigInt(row.id)).execute()
    const out = await instance.app.db.transaction((tx) => askCashOut(tx, member.id, BigInt(ticket.nominal)))
    expect((await step(out, 1)).status).toBe(200)
    expect((await step(out, 3)).status).toBe(200)
  })
})
