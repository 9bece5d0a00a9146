import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import type { Json, TestApp, TestMember } from '../../../../test/app.ts'
import { BankInstance, type Ticket } from '../../../../test/bank-instance.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { endTopUp } from '../../../../test/money.ts'
import { runJob } from '../../../../test/run-job.ts'

/** Transfers that were paid in time but that the bank reported only after their ticket had expired, for example after a weekend. */
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

const description = 'Dibayar Jumat malam, bank membukukannya Senin'

async function endByTime({ id }: Ticket) {
  await app.tables
    .updateTable('top_up')
    .set({ expires_at: new Date(0) })
    .where('id', '=', BigInt(id))
    .execute()
  await runJob(app, 'expire-top-ups')
  expect(await stateOf(id)).toBe(4)
}

const stateOf = async (id: number) =>
  (await app.db.read.selectFrom('top_up').select('state').where('id', '=', BigInt(id)).executeTakeFirstOrThrow()).state

async function late(): Promise<{ ticket: Ticket; money: number }> {
  const ticket = await instance.ticketOf(member)
  await endByTime(ticket)
  const row = await instance.paid(ticket.nominal)
  expect(row).toMatchObject({ status: 'unmatched', why: expect.stringContaining(ticket.invoice) })
  return { ticket, money: row.unmatched }
}

const assign = (money: number, owner: Json, who = admin) =>
  instance.asAdmin('POST', `unmatched/${money}/assign`, { owner, description }, who)
const toTicket = ({ id }: Ticket) => ({ ticketid: id })

describe('a transfer that the bank reports after its ticket expired', () => {
  test('is suggested first for exactly that ticket, and an administrator credits it with one click', async () => {
    const { ticket, money } = await late()
    const [first] = (await instance.asAdmin('GET', `unmatched/${money}/suggest`)).body.data
    expect(first).toMatchObject({
      owner: toTicket(ticket),
      invoice: ticket.invoice,
      nominal: ticket.nominal,
      why: 'Berakhir karena waktu sebelum mutasinya datang, nominalnya sama',
    })
    expect((await assign(money, first.owner)).body).toMatchObject({ msg: 'Uang dijodohkan', data: { invoice: ticket.invoice } })
    const { body } = await app.call('GET', `/api/v1/payment/tiket/${ticket.invoice}`, { token: member.token })
    expect(body.data).toMatchObject({ status: 2, endedreason: null })
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('is credited once, even if two administrators click several times', async () => {
    const { ticket, money } = await late()
    const presses = Array.from({ length: 50 }, (_, press) =>
      assign(money, press % 3 === 0 ? { memberid: Number(member.id) } : toTicket(ticket), press % 2 === 0 ? admin : second),
    )
    const codes = (await Promise.all(presses)).map(({ status, body }) => body.code ?? status)
    expect(codes).toContain(200)
    expect(new Set(codes.filter((code) => code !== 200))).toEqual(new Set(['statement.taken']))
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('pays the ticket only once if two late transfers have the same sum', async () => {
    const { ticket, money } = await late()
    const other = await instance.paid(ticket.nominal)
    const answers = await Promise.all([assign(money, toTicket(ticket)), assign(other.unmatched, toTicket(ticket), second)])
    expect(answers.map(({ body }) => body.code ?? body.msg).sort()).toEqual(['Uang dijodohkan', 'ticket.state'])
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })

  test('needs a second administrator if its sum reaches the limit, and no administrator can allocate it to himself', async () => {
    await app.setting('money.secondAdminFrom', 10_000n)
    const { ticket, money } = await late()
    expect((await assign(money, toTicket(ticket))).body.msg).toContain('admin kedua')
    expect(await stateOf(ticket.id)).toBe(4)
    expect((await instance.agree('unmatched.assign', money)).status).toBe(200)
    expect(await stateOf(ticket.id)).toBe(2)
    await app.setting('money.secondAdminFrom', 0n)

    member = await app.member({ roles: ['ROLE_ADMIN'], complete: true })
    const own = await late()
    expect((await assign(own.money, toTicket(own.ticket), member)).body.code).toBe('decision.own_money')
    expect(await stateOf(own.ticket.id)).toBe(4)
    await instance.booksHold()
  })

  test('is in suspense again after the ticket is taken back, and the ticket cannot be paid again', async () => {
    const { ticket, money } = await late()
    await assign(money, toTicket(ticket))
    const path = `/api/admin/v1/payment/tiket/update/${ticket.id}/4`
    expect((await app.call('PATCH', path, { token: admin.token, body: { description } })).status).toBe(200)
    const { body } = await instance.asAdmin('GET', 'unmatched/list?size=1&sort=id,DESC')
    const [again] = body.data.content
    expect(again).toMatchObject({ nominal: ticket.nominal, status: 'waiting' })
    expect((await assign(again.id, toTicket(ticket))).body.code).toBe('ticket.state')
    expect((await assign(again.id, { memberid: Number(member.id) })).status).toBe(200)
    expect(await app.balance(member)).toBe(BigInt(ticket.nominal))
    await instance.booksHold()
  })
})

describe('a ticket that ended', () => {
  test('is not paid by money with a different sum or by money that came long after its end', async () => {
    const { ticket, money } = await late()
    const other = await instance.paid(ticket.nominal + 1)
    expect((await assign(other.unmatched, toTicket(ticket))).body.code).toBe('ticket.state')
    await app.tables
      .updateTable('top_up')
      .set({ created_at: new Date(Date.now() - 9 * 86_400_000), ended_at: new Date(Date.now() - 5 * 86_400_000) })
      .where('id', '=', BigInt(ticket.id))
      .execute()
    expect((await assign(money, toTicket(ticket))).body.code).toBe('ticket.state')
    const [first] = (await instance.asAdmin('GET', `unmatched/${money}/suggest`)).body.data
    expect(first).toMatchObject({ owner: { memberid: Number(member.id) }, why: 'Berakhir tanpa dibayar' })
    await instance.booksHold()
  })

  test('is not paid after its member withdrew it or an administrator rejected it', async () => {
    const ticket = await instance.ticketOf(member)
    const path = `/api/admin/v1/payment/tiket/update/${ticket.id}/3`
    expect((await app.call('PATCH', path, { token: admin.token, body: { description } })).status).toBe(200)
    const rejected = await instance.paid(ticket.nominal)
    expect((await assign(rejected.unmatched, toTicket(ticket))).body.code).toBe('ticket.state')

    const another = await instance.ticketOf(member, 120_000)
    await app.setting('topup.cancelAfterHours', 0)
    expect((await app.call('DELETE', `/api/v1/payment/tiket/${another.invoice}`, { token: member.token })).status).toBe(200)
    const withdrawn = await instance.paid(another.nominal)
    expect((await assign(withdrawn.unmatched, toTicket(another))).body.code).toBe('ticket.state')
    await instance.booksHold()
  })
})

describe('a ticket that ends while an administrator allocates money to it', () => {
  /** Money that the bank dates before the ticket, so that it is not matched automatically. */
  async function moneyBefore(amount: number): Promise<number> {
    const [bank, text] = [instance.bank(), instance.newText()]
    await bank.deliver([bank.move(amount, text, new Date(Date.now() - 3 * 3_600_000))])
    const [row] = await instance.rowsOf(text)
    expect(row).toMatchObject({ status: 'unmatched' })
    return row.unmatched
  }

  /**
   * Allocates money while another transaction ends the ticket: that transaction has locked the ticket first, and the allocation, which has read the
   * ticket as open, waits for the lock.
   */
  async function assignWhile(ticket: Ticket, money: number, ended: (tx: Tx) => Promise<unknown>): Promise<Json> {
    const [held, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ending = app.db.transaction(async (tx) => {
      await tx.selectFrom('top_up').select('id').where('id', '=', BigInt(ticket.id)).forUpdate().execute()
      held.resolve()
      await seen.promise
      await ended(tx)
    })
    await held.promise
    const assigning = assign(money, toTicket(ticket))
    await lockedOut(app, 1).finally(() => seen.resolve())
    await ending
    return (await assigning).body
  }

  test('is not paid when its member withdraws it', async () => {
    const ticket = await instance.ticketOf(member)
    const money = await moneyBefore(ticket.nominal)
    const withdraw = (tx: Tx) => endTopUp(tx, BigInt(ticket.id), 'cancelled')
    expect(await assignWhile(ticket, money, withdraw)).toMatchObject({ code: 'ticket.state' })
    expect(await app.balance(member)).toBe(0n)
    await instance.booksHold()
  })

  test('is not paid when it expires and the money has a different sum', async () => {
    const ticket = await instance.ticketOf(member)
    const money = await moneyBefore(ticket.nominal + 1)
    const end = (tx: Tx) => endTopUp(tx, BigInt(ticket.id), 'expired')
    expect(await assignWhile(ticket, money, end)).toMatchObject({ code: 'ticket.state' })
    expect(await app.balance(member)).toBe(0n)
    await instance.booksHold()
  })
})

test('late money is in exactly one place after any sequence of actions', async () => {
  const acts = {
    end: ({ ticket }: Case) => endByTime(ticket).catch(() => undefined),
    press: ({ ticket, money }: Case) => money && assign(money, toTicket(ticket)),
    pressMember: ({ money }: Case) => money && assign(money, { memberid: Number(member.id) }, second),
    release: ({ money }: Case) => money && instance.asAdmin('POST', `unmatched/${money}/explain`, { reason: description }),
    takeBack: ({ ticket }: Case) =>
      app.call('PATCH', `/api/admin/v1/payment/tiket/update/${ticket.id}/4`, { token: admin.token, body: { description } }),
    approve: ({ ticket }: Case) =>
      app.call('POST', '/api/admin/v1/payment/tiket/approve', { token: second.token, body: { id: ticket.id, description } }),
  }
  interface Case {
    ticket: Ticket
    money: number | null
  }
  const order = fc.array(fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])), { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(order, fc.nat({ max: 2 }), async (names, together) => {
      member = await instance.member()
      const ticket = await instance.ticketOf(member)
      if (names.length % 2 === 0) await endByTime(ticket)
      const row = await instance.paid(ticket.nominal)
      const now = async (): Promise<Case> => {
        const open = await app.db.read
          .selectFrom('suspense_item')
          .select('id')
          .where('statement_id', '=', BigInt(row.id))
          .where('closed_at', 'is', null)
          .executeTakeFirst()
        return { ticket, money: open ? Number(open.id) : null }
      }
      for (let first = 0; first < names.length; first += together + 1) {
        const at = await now()
        await Promise.all(names.slice(first, first + together + 1).map((name) => acts[name](at)))
      }
      const { money } = await now()
      const noted = await app.db.read
        .selectFrom('suspense_item')
        .select('id')
        .where('statement_id', '=', BigInt(row.id))
        .where('closed_how', '=', 'explained')
        .execute()
      const places = Number(await app.balance(member)) / ticket.nominal + (money === null ? 0 : 1) + noted.length
      expect(places).toBe(1)
      await instance.booksHold()
    }),
    { numRuns: 12 },
  )
})
