import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, Json, TestApp, TestMember } from '../../../../test/app.ts'
import { BankInstance, type Ticket } from '../../../../test/bank-instance.ts'
import { deposit } from '../../../../test/money.ts'

/** One transfer may be counted by an approval by hand and by the bank row that comes for it; administrators are asked before the second credit. */
let instance: BankInstance
let app: TestApp
let admin: TestMember
let second: TestMember
let member: TestMember

beforeAll(async () => {
  instance = await BankInstance.start()
  ;({ app, admin, second } = instance)
})

afterAll(() => instance?.stop())

beforeEach(async () => {
  member = await instance.member()
})

afterEach(() => app.setting('money.secondAdminFrom', 0n))

const approve = ({ id }: Ticket, more: Json = {}, who = admin): Promise<Answer> =>
  app.call('POST', '/api/admin/v1/payment/tiket/approve', { token: who.token, body: { id, description: 'Bukti dari member', ...more } })
/** The administrator has seen the ticket that got other money of the member. */
const approveSeen = (ticket: Ticket, seen: string) => approve(ticket, { beside: seen })
const assign = (money: number, owner: Json, more: Json = {}, who = admin): Promise<Answer> =>
  instance.asAdmin('POST', `unmatched/${money}/assign`, { owner, description: 'Lupa kode unik', ...more }, who)
const toMember = () => ({ memberid: Number(member.id) })
const detail = async ({ id }: Ticket): Promise<Json> =>
  (await app.call('GET', `/api/admin/v1/payment/tiket/${id}`, { token: admin.token })).body.data

/** The days pass between the approval of the ticket and now; the entries stay where they are, so the books are not checked meanwhile. */
const shiftTicket = ({ id }: Ticket, days: number) =>
  app.tables
    .updateTable('top_up')
    .set((row) => ({
      created_at: sql<Date>`${row.ref('created_at')} + ${days} * interval '1 day'`,
      approved_at: sql<Date>`${row.ref('approved_at')} + ${days} * interval '1 day'`,
    }))
    .where('id', '=', BigInt(id))
    .execute()

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** A row that the bank booked some days ago, and that is stored now. */
async function storedLate(amount: number, days: number): Promise<Json> {
  const bank = instance.bank()
  const text = instance.newText()
  await bank.deliver([bank.move(amount, text, daysAgo(days))])
  return (await instance.rowsOf(text))[0]
}

describe('a bank row that is stored after its ticket was approved by hand', () => {
  test('is matched with its ticket by its own time, however late a file or feed delivers it', async () => {
    const ticket = await instance.ticketOf(member, 100_000)
    expect((await approve(ticket)).status).toBe(200)
    await shiftTicket(ticket, -20)
    const row = await storedLate(ticket.nominal, 19)
    await shiftTicket(ticket, 20)
    await app.tables
      .updateTable('bank_statement')
      .set({ happened_at: sql<Date>`happened_at + interval '19 days'` })
      .where('id', '=', row.id)
      .execute()
    expect(row).toMatchObject({ status: 'deposit', reference: ticket.id, explainedby: null })
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('is not matched with a ticket of its sum that was created after it came', async () => {
    const early = await instance.ticketOf(await instance.member(), 90_000)
    await shiftTicket(early, -6)
    const ticket = await instance.ticketOf(member, 100_000)
    expect((await approve(ticket)).status).toBe(200)
    const row = await storedLate(ticket.nominal, 5)
    await shiftTicket(early, 6)
    expect(row).toMatchObject({ status: 'unmatched' })
    await instance.booksHold()
  })

  test('is not credited to another open ticket of the member, unless an administrator confirms that it is other money', async () => {
    const [counted, other] = [await instance.ticketOf(member, 100_000), await instance.ticketOf(member, 101_000)]
    expect((await approve(counted)).status).toBe(200)
    await shiftTicket(counted, -45)
    const row = await storedLate(counted.nominal - 57, 44)
    const [suggested] = (await instance.asAdmin('GET', `unmatched/${row.unmatched}/suggest?search=${other.invoice}`)).body.data
    const refused = await assign(row.unmatched, { ticketid: other.id })
    const wrong = await assign(row.unmatched, { ticketid: other.id }, { notticket: other.invoice })
    const given = await assign(row.unmatched, { ticketid: other.id }, { notticket: counted.invoice })
    await shiftTicket(counted, 45)
    expect(suggested.why).toContain(`bisa sudah dihitung di tiket ${counted.invoice}, yang disetujui admin`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'ticket.perhaps_counted', tiket: counted.invoice } })
    expect(wrong.body.code).toBe('ticket.perhaps_counted')
    expect(given.body).toMatchObject({ success: true, data: { invoice: other.invoice } })
    expect(await app.balance(member)).toBe(BigInt(2 * counted.nominal - 57))
    await instance.booksHold()
  })

  test('names every ticket that may count it, so that none is released unseen', async () => {
    const tickets: Ticket[] = []
    for (const jumlah of [100_000, 60_000, 70_000, 80_000]) {
      const ticket = await instance.ticketOf(member, jumlah)
      expect((await approve(ticket)).status).toBe(200)
      tickets.push(ticket)
    }
    const [nearest, second, third, fourth] = tickets as [Ticket, Ticket, Ticket, Ticket]
    const row = await instance.paid(100_000 - 3)
    const refused = await assign(row.unmatched, toMember())
    const tiket = `${nearest.invoice}, ${fourth.invoice}, ${third.invoice} dan 1 lainnya (#${createHash('sha256').update(second.invoice).digest('hex').slice(0, 8)})`
    expect(refused.body).toMatchObject({ code: 'ticket.perhaps_counted', tiket })
    for (const { invoice } of [nearest, second, fourth])
      expect((await assign(row.unmatched, toMember(), { notticket: invoice })).body.code).toBe('ticket.perhaps_counted')
    expect((await assign(row.unmatched, toMember(), { notticket: tiket })).status).toBe(200)
    await instance.booksHold()
  })

  test('is asked about when it comes to another bank of the platform, and before a second administrator is asked', async () => {
    const counted = await instance.ticketOf(member, 100_000)
    expect((await approve(counted)).status).toBe(200)
    const row = await instance.paid(100_000, instance.bank('02'))
    await app.setting('money.secondAdminFrom', 10_000n)
    expect((await assign(row.unmatched, toMember())).body).toMatchObject({ code: 'ticket.perhaps_counted', tiket: counted.invoice })
    expect((await assign(row.unmatched, toMember(), { notticket: counted.invoice })).body.msg).toContain('admin kedua')
    expect((await instance.agree('unmatched.assign', row.unmatched)).status).toBe(200)
    expect(await app.balance(member)).toBe(BigInt(counted.nominal + 100_000))
    await instance.booksHold()
  })

  test('of exactly its sum is not credited to another member without a question', async () => {
    const counted = await instance.ticketOf(member, 100_000)
    expect((await approve(counted)).status).toBe(200)
    await shiftTicket(counted, -10)
    const row = await instance.paid(counted.nominal)
    const owner = { memberid: Number((await instance.member()).id) }
    const refused = await assign(row.unmatched, owner)
    await shiftTicket(counted, 10)
    expect(row).toMatchObject({ status: 'unmatched' })
    expect(refused.body).toMatchObject({ code: 'ticket.perhaps_counted', tiket: counted.invoice })
    await instance.booksHold()
  })

  test('without a time is not used for the approval of another ticket of its sum without a question', async () => {
    const other = await instance.ticketOf(await instance.member(), 100_000)
    const counted = await app.db.transaction((tx) => deposit(tx, member.id, BigInt(other.nominal), { how: 'admin' }))
    const bank = instance.bank()
    const text = instance.newText()
    bank.move(other.nominal, text)
    await instance.upload(bank.file('KlikBCA'))
    expect((await instance.rowsOf(text))[0]).toMatchObject({ status: 'unmatched' })
    const { body } = await approve(other, { matched: true })
    expect(body).toMatchObject({ code: 'ticket.perhaps_counted', tiket: expect.stringMatching(new RegExp(`-${counted}$`)) })
    const listed = await app.call('POST', '/api/admin/v1/payment/tiket/approve/matched', {
      token: admin.token,
      body: { ids: [other.id], description: 'Mutasi pagi' },
    })
    expect(listed.body.data).toMatchObject([{ done: false, code: 'ticket.perhaps_counted' }])
    expect((await approve(other, { matched: true, notticket: body.tiket })).status).toBe(200)
    await instance.booksHold()
  })

  test('is credited without a question to the ticket of exactly its sum, and to a member without an approval by hand', async () => {
    const [counted, other] = [await instance.ticketOf(member, 100_000), await instance.ticketOf(member, 101_000)]
    expect((await approve(counted)).status).toBe(200)
    await app.setting('topup.autoApproveMax', 10_000n)
    const row = await instance.paid(other.nominal)
    const flat = await instance.paid(100_000)
    await app.setting('topup.autoApproveMax', 0n)
    expect((await assign(row.unmatched, { ticketid: other.id })).status).toBe(200)
    expect((await assign(flat.unmatched, { memberid: Number((await instance.member()).id) })).status).toBe(200)
    await instance.booksHold()
  })
})

describe('an approval by hand after a transfer of another sum was credited to the member', () => {
  test('asks about the ticket that got the transfer, and shows it before', async () => {
    const open = await instance.ticketOf(member, 100_000)
    const row = await instance.paid(100_000)
    const { invoice } = (await assign(row.unmatched, toMember())).body.data
    expect(await detail(open)).toHaveProperty('beside', { invoice, amount: 100_000 })
    expect(await approve(open)).toMatchObject({
      status: 409,
      body: {
        code: 'ticket.payment_beside',
        msg: expect.stringContaining(`Rp 100.000 dari member ini sudah masuk saldo lewat ${invoice}`),
      },
    })
    expect((await approveSeen(open, open.invoice)).body.code).toBe('ticket.payment_beside')
    expect(await app.balance(member)).toBe(100_000n)
    expect((await approveSeen(open, invoice)).status).toBe(200)
    expect(await app.balance(member)).toBe(BigInt(open.nominal + 100_000))
    await instance.booksHold()
  })

  test('names every ticket that got money, also an older one that gets it meanwhile, and is asked again', async () => {
    const old = await instance.ticketOf(member, 101_000)
    const open = await instance.ticketOf(member, 100_000)
    const { invoice } = (await assign((await instance.paid(100_000)).unmatched, toMember())).body.data
    expect((await approve(open)).body).toMatchObject({ code: 'ticket.payment_beside', tiket: invoice })
    expect((await assign((await instance.paid(90_000)).unmatched, { ticketid: old.id })).status).toBe(200)
    const both = `${old.invoice}, ${invoice}`
    expect((await approveSeen(open, invoice)).body).toMatchObject({ code: 'ticket.payment_beside', tiket: both })
    expect(await detail(open)).toHaveProperty('beside', { invoice: both, amount: 190_000 })
    expect((await approveSeen(open, both)).status).toBe(200)
    await instance.booksHold()
  })

  test('asks also if another open ticket, or a ticket before this one was created, got the transfer', async () => {
    const other = await instance.ticketOf(member, 101_000)
    const row = await instance.paid(100_000, instance.bank())
    expect((await assign(row.unmatched, { ticketid: other.id })).status).toBe(200)
    const later = await instance.ticketOf(member, 100_000)
    expect((await approve(later)).body).toMatchObject({ code: 'ticket.payment_beside' })
    await app.setting('money.secondAdminFrom', 10_000n)
    expect((await approveSeen(later, other.invoice)).body.msg).toContain('admin kedua')
    expect((await instance.agree('ticket.decide', later.id)).status).toBe(200)
    expect(await instance.stateOf(member, later)).toBe(2)
    await instance.booksHold()
  })

  test('asks nothing if the transfer was taken back, had exactly the sum of its ticket, or is of another member', async () => {
    const open = await instance.ticketOf(member, 100_000)
    const flat = await instance.paid(100_000)
    const { invoice } = (await assign(flat.unmatched, toMember())).body.data
    const taken = await app.call('PATCH', `/api/admin/v1/payment/tiket/update/${invoice.split('-').at(-1)}/4`, {
      token: admin.token,
      body: { description: 'Salah member' },
    })
    expect(taken.status).toBe(200)
    const exact = await instance.ticketOf(member, 101_000)
    await app.setting('topup.autoApproveMax', 10_000n)
    const row = await instance.paid(exact.nominal)
    await app.setting('topup.autoApproveMax', 0n)
    expect((await assign(row.unmatched, { ticketid: exact.id })).status).toBe(200)
    expect(await detail(open)).toHaveProperty('beside', null)
    expect((await approve(open)).status).toBe(200)
    await instance.booksHold()
  })

  test('and the allocation of that transfer at the same time credit the member once, and the second is refused', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      member = await instance.member()
      const open = await instance.ticketOf(member, 100_000)
      const row = await instance.paid(100_000)
      const both = [() => approve(open), () => assign(row.unmatched, toMember(), {}, second)]
      const answers = await Promise.all((turn % 2 === 0 ? both : both.toReversed()).map((decide) => decide()))
      expect(answers.map(({ status }) => status).sort(), `turn ${turn}`).toEqual([200, 409])
      expect([100_000n, BigInt(open.nominal)]).toContain(await app.balance(member))
    }
    await instance.booksHold()
  })
})
