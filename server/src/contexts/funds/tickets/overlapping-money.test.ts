import { createBank } from '@lapak/simulators/bank'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { type Answer, type Json, startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { askTopUp, recordUnmatched, showRow, showUnmatched, strayAtProvider } from '../../../../test/money.ts'
import { shutOut } from '../../../../test/shut-out.ts'

/** Money that a bank row shows, and the ticket that it pays. */
const secret = 'rahasia-mutasi-untuk-uji'
const account = '8810012345'

let app: TestApp
let [ayu, bima]: TestMember[] = []
let member: TestMember
let serial = 0

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '6', BANKFEED_SECRET: secret })
  ;[ayu, bima] = await Promise.all(['Ayu', 'Bima'].map((name) => app.member({ name, roles: ['ROLE_ADMIN'] })))
  await app.tables
    .updateTable('payment_method')
    .set({ account_no: account, account_name: 'PT LAPAK' })
    .where('channel', '=', 'transfer')
    .execute()
})

afterAll(() => app?.stop())

beforeEach(async () => {
  await app.setting('money.secondAdminFrom', 0n)
  member = await app.member()
})

interface Ticket {
  id: bigint
  nominal: bigint
}

async function openTopUp(): Promise<Ticket> {
  serial += 1
  const id = await askTopUp(app.tables, member.id, { code: serial })
  return { id, nominal: 100_000n + BigInt(serial) }
}

const dayMs = 24 * 3_600_000
const inBooks = <Done>(work: (tx: Tx) => Promise<Done>): Promise<Done> => app.db.transaction(work)
const arrives = ({ nominal }: Ticket, at?: Date) => inBooks((tx) => showUnmatched(tx, '01', nominal, at))

const send = (who: TestMember | undefined, method: string, path: string, body?: unknown): Promise<Answer> =>
  app.call(method, `/api/admin/v1/${path}`, { token: who?.token, body })
const approve = ({ id }: Ticket, more: Json = {}, who = ayu) =>
  send(who, 'POST', 'payment/tiket/approve', { id: Number(id), description: 'Mutasi BCA 77', ...more })
const approveMatched = (tickets: Ticket[]) =>
  send(ayu, 'POST', 'payment/tiket/approve/matched', { ids: tickets.map(({ id }) => Number(id)), description: 'Mutasi pagi' })
const takeBack = ({ id }: Ticket) => send(ayu, 'PATCH', `payment/tiket/update/${id}/4`, { description: 'Salah orang' })

const listed = async ({ id }: Ticket): Promise<Json> => (await send(ayu, 'GET', `payment/histories/0?search=${id}`)).body.data.content[0]
const matchedIds = async (): Promise<bigint[]> =>
  (await send(ayu, 'GET', 'payment/tiket/matched')).body.data.map(({ id }: Json) => BigInt(id))
const ticketNow = ({ id }: Ticket) =>
  app.db.read.selectFrom('top_up').select(['state', 'how']).where('id', '=', id).executeTakeFirstOrThrow()
const waiting = async (...tickets: Ticket[]): Promise<number> =>
  (
    await app.db.read
      .selectFrom('suspense_item')
      .select('id')
      .where(
        'amount',
        'in',
        tickets.map(({ nominal }) => nominal),
      )
      .where('closed_at', 'is', null)
      .execute()
  ).length
const sound = async () => expect(await checkLedger(app.db)).toEqual([])

const hold = (tx: Tx, table: 'top_up' | 'bank_statement', id: bigint) =>
  tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

describe('money at a bank', () => {
  test('pays a ticket that is older than the money, but not a ticket that was created later', async () => {
    const early = await openTopUp()
    const late = await openTopUp()
    await arrives(early)
    await arrives(late, new Date(Date.now() - 2 * dayMs))
    expect([(await listed(early)).matched, (await listed(late)).matched]).toEqual([true, false])
    expect(await matchedIds()).toEqual([early.id])
    expect((await approveMatched([early, late])).body.data).toMatchObject([
      { done: true },
      { done: false, code: 'ticket.money_gone', msg: 'Uangnya tidak menunggu lagi' },
    ])
    expect((await approve(late)).status).toBe(200)
    expect(await ticketNow(late)).toEqual({ state: 2, how: 'admin' })
    expect([await waiting(early), await waiting(late)]).toEqual([0, 1])
    await sound()
  })

  test('pays a ticket only if a bank row shows it', async () => {
    const ticket = await openTopUp()
    await inBooks((tx) => strayAtProvider(tx, ticket.nominal, '01'))
    expect((await listed(ticket)).matched).toBe(false)
    expect(await matchedIds()).toEqual([])
    await sound()
  })
})

test('money for a member that has left becomes suspense money', async () => {
  const bank = createBank({ url: app.url, secret, code: '01', account, opening: 1_000_000, name: 'pamit' })
  const ticket = await openTopUp()
  await shutOut(app.tables, member.id)
  await bank.pay(Number(ticket.nominal), 'SUDAH PAMIT')
  await expect.poll(() => waiting(ticket)).toBe(1)
  const { why } = await app.db.read
    .selectFrom('bank_statement')
    .select('why')
    .where('description', 'like', 'SUDAH PAMIT%')
    .executeTakeFirstOrThrow()
  expect(why).toContain('akun membernya ditutup atau diblokir')
  expect((await approve(ticket)).body).toMatchObject({ code: 'account.closed' })
  expect(await app.balance(member)).toBe(0n)
  await sound()
})

describe('a ticket whose money is gone', () => {
  test('cannot be approved by a second administrator if the approval was requested while the money was in suspense', async () => {
    await app.setting('money.secondAdminFrom', 100_000n)
    for (const ask of [approve, (ticket: Ticket) => approveMatched([ticket])]) {
      const ticket = await openTopUp()
      const row = await arrives(ticket)
      expect((await ask(ticket)).status).toBe(200)
      const { decision } = await listed(ticket)
      await inBooks((tx) => recordUnmatched(tx, row))
      expect((await send(bima, 'POST', `decisions/${decision.id}`, { yes: true, reason: 'Sudah saya periksa' })).body).toMatchObject({
        code: 'decision.changed',
      })
      expect(await ticketNow(ticket)).toMatchObject({ state: 1 })
    }
    expect(await app.balance(member)).toBe(0n)
    await sound()
  })

  test('cannot be approved as paid by an administrator whose page still shows the money', async () => {
    const ticket = await openTopUp()
    await inBooks(async (tx) => recordUnmatched(tx, await showUnmatched(tx, '01', ticket.nominal)))
    expect((await approve(ticket, { matched: true })).body).toMatchObject({ code: 'ticket.money_gone' })
    expect((await approve(ticket)).status).toBe(200)
    await sound()
  })

  test('is not approved in a batch if the money leaves suspense during the approval', async () => {
    const [first, second] = [await openTopUp(), await openTopUp()]
    await arrives(first)
    const row = await arrives(second)
    const answer = await inBooks(async (tx) => {
      await hold(tx, 'bank_statement', row)
      const asked = approveMatched([first, second])
      await lockedOut(app, 1)
      await recordUnmatched(tx, row)
      return { asked }
    })
    expect((await answer.asked).body.data).toMatchObject([{ done: true }, { done: false, code: 'ticket.money_gone' }])
    expect(await ticketNow(second)).toMatchObject({ state: 1 })
    await sound()
  })
})

describe('a bank row that comes during a decision', () => {
  test('is used as the ticket’s money by an approval that already waits for the lock of the ticket', async () => {
    const ticket = await openTopUp()
    const { asked } = await inBooks(async (tx) => {
      await hold(tx, 'top_up', ticket.id)
      const word = approve(ticket)
      await lockedOut(app, 1)
      await showUnmatched(tx, '01', ticket.nominal)
      return { asked: word }
    })
    expect((await asked).status).toBe(200)
    expect(await ticketNow(ticket)).toEqual({ state: 2, how: 'assigned' })
    expect(await waiting(ticket)).toBe(0)
    await sound()
  })

  test('is used as the ticket’s money by an approval that waits while another row of the same sum leaves suspense', async () => {
    const ticket = await openTopUp()
    const [row] = [await arrives(ticket), await arrives(ticket)]
    const { asked } = await inBooks(async (tx) => {
      await hold(tx, 'bank_statement', row)
      const word = approve(ticket)
      await lockedOut(app, 1)
      await recordUnmatched(tx, row)
      return { asked: word }
    })
    expect((await asked).status).toBe(200)
    expect(await ticketNow(ticket)).toEqual({ state: 2, how: 'assigned' })
    await sound()
  })

  test('becomes suspense money if it shows a ticket that is just being taken back', async () => {
    const ticket = await openTopUp()
    await approve(ticket)
    const { asked } = await inBooks(async (tx) => {
      await hold(tx, 'top_up', ticket.id)
      const word = takeBack(ticket)
      await lockedOut(app, 1)
      await showRow(tx, '01', ticket.nominal, 'deposit', ticket.id)
      return { asked: word }
    })
    expect((await asked).status).toBe(200)
    expect(await waiting(ticket)).toBe(1)
    await sound()
  })

  test('is counted once, even for fifty tickets that are paid and approved at the same time', async () => {
    // With this limit, each row either waits for an administrator or is matched with an approved ticket.
    await app.setting('topup.autoApproveMax', 1n)
    const bank = createBank({ url: app.url, secret, code: '01', account, opening: 1_000_000, name: 'balapan' })
    const tickets: Ticket[] = []
    for (let nth = 0; nth < 50; nth += 1) tickets.push(await openTopUp())
    const answers = await Promise.all(
      tickets.flatMap((ticket, nth) => [bank.pay(Number(ticket.nominal), `BALAPAN ${nth}`), approve(ticket)]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await expect
      .poll(async () => (await app.db.read.selectFrom('bank_statement').select('id').where('why', 'is', null).execute()).length)
      .toBe(0)
    expect(await waiting(...tickets)).toBe(0)
    expect(await app.balance(member)).toBe(tickets.reduce((sum, { nominal }) => sum + nominal, 0n))
    await sound()
  })
})
