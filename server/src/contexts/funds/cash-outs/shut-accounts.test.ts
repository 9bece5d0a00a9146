import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { liftCashOutLimits, makePayable, requestCashOut } from '../../../../test/cash-outs.ts'
import { lockedOut } from '../../../../test/locks.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import { deposit } from '../../../../test/money.ts'

/**
 * Every way in which money comes into a shut account, either blocked by an administrator or closed when its owner left: the money is refused, it is
 * shown to administrators, or the account is reopened.
 */
let market: TestMarket
let ayu: TestMember
let bima: TestMember
let serial = 0

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  await liftCashOutLimits(market.app)
  await market.app.tables
    .updateTable('payment_method')
    .set({ account_no: '8290123456', account_name: 'PT LAPAK' })
    .where('id', '=', 1)
    .execute()
  ayu = await market.app.member({ name: 'Ayu', roles: ['ROLE_ADMIN'] })
  bima = await market.app.member({ name: 'Bima', roles: ['ROLE_ADMIN'] })
})
afterAll(() => market?.stop())

const send = (who: TestMember, method: string, path: string, body?: unknown) => market.app.call(method, path, { token: who.token, body })
const done = async (answer: Promise<{ body: Json }>): Promise<Json> => {
  const { body } = await answer
  expect(body, body.msg).toMatchObject({ success: true })
  return body.data
}
const step = (id: number, to: number) =>
  send(bima, 'PATCH', `/api/admin/v1/payment/tiket/update/${id}/${to}`, { description: 'Rekening salah' })
const approve = (id: number) => send(bima, 'POST', '/api/admin/v1/payment/tiket/approve', { id, description: 'Ref 12' })
const force = (id: number, to: 1 | 2) =>
  send(ayu, 'PATCH', `/api/admin/v1/transaction/${id}/${to}`, { postdata: { description: 'Uji akhir' } })
const block = (who: TestMember) =>
  done(send(ayu, 'PATCH', '/api/admin/v1/user/member', { memberid: Number(who.id), memberstatus: 0, reason: 'Dugaan penipuan' }))
const statusOf = async (who: TestMember) =>
  (await market.app.db.read.selectFrom('member').select('status').where('id', '=', who.id).executeTakeFirstOrThrow()).status
const audited = async (who: TestMember): Promise<string[]> =>
  (await done(send(ayu, 'GET', `/api/admin/v1/audit?subjectkind=member&subject=${who.id}`))).content.map(({ event }: Json) => event)
const shown = async (who: TestMember) => {
  const list: Json[] = await done(send(ayu, 'GET', '/api/admin/v1/accounts/shut'))
  return list.find(({ id }) => id === Number(who.id))
}

interface World {
  buyer: TestMember
  seller: TestMember
  /** Creates a purchase of `buyer` at `seller`; it stays pending or succeeds. */
  order(pending: boolean): Promise<number>
  cashOut(who: TestMember, kasus?: number): Promise<number>
}

async function world(): Promise<World> {
  serial += 1
  const name = `AK${serial}`
  const { seller } = await market.addSeller()
  const { code, ...product } = await market.app.product({ code: name })
  const buyer = await market.app.member({ balance: 500_000n, guardMinutes: 0 })
  await market.app.map(buyer, await market.app.offer({ seller, product: { code, ...product }, price: 10_000n }))
  return {
    buyer,
    seller,
    async order(pending) {
      const reffclient = `${name}-${pending}`
      const { data } = await market.order(buyer, { productcode: code, target: `8${7000 + serial}${pending ? '0013' : '7777'}`, reffclient })
      if (!pending) await market.app.settled(buyer, reffclient)
      return data.id
    },
    async cashOut(who, kasus = 2) {
      const account = await makePayable(market.app, who)
      const amount = Number(await market.app.balance(who)) - (kasus === 2 ? 0 : 50_000)
      return (await done(requestCashOut(market.app, who, { id: account, amount, kasus }))).id
    },
  }
}

/** The action that credits the account of `whose` after it was shut; `begin` runs before it is shut. */
interface Inflow {
  event: string
  what: string
  whose: 'buyer' | 'seller'
  begin(world: World): Promise<number>
  gives(begun: number, world: World): Promise<unknown>
  /** The code of the refusal; undefined if the money is booked. */
  refused?: string
}

const ticketOf = async ({ buyer }: World) => {
  await makePayable(market.app, buyer)
  const { invoice } = await done(send(buyer, 'POST', '/api/v1/payment/tiket', { jumlah: 50_000, methode: 1 }))
  return Number(/\d+$/.exec(invoice)?.[0])
}
const paid = async (world: World) => {
  const id = await world.cashOut(world.buyer)
  await done(step(id, 1))
  return id
}

const inflows: Inflow[] = [
  { event: 'deposit.approved', what: 'a top-up', whose: 'buyer', begin: ticketOf, gives: approve, refused: 'account.closed' },
  {
    event: 'adjustment.booked',
    what: 'an adjustment',
    whose: 'buyer',
    begin: async () => 0,
    gives: (_, { buyer }) =>
      send(ayu, 'POST', '/api/admin/v1/accounts/adjustment', { memberid: Number(buyer.id), jumlah: 5_000, reason: 'Kompensasi' }),
    refused: 'account.closed',
  },
  { event: 'purchase.released', what: 'a failure', whose: 'buyer', begin: (of) => of.order(true), gives: (id) => done(force(id, 2)) },
  { event: 'purchase.settled', what: 'a sale', whose: 'seller', begin: (of) => of.order(true), gives: (id) => done(force(id, 1)) },
  { event: 'purchase.refunded', what: 'a refund', whose: 'buyer', begin: (of) => of.order(false), gives: (id) => done(force(id, 2)) },
  {
    event: 'purchase.refunded',
    what: 'a dispute',
    whose: 'buyer',
    async begin({ order, buyer }) {
      const idtrx = await order(false)
      return (await done(send(buyer, 'POST', '/api/v1/disputes', { idtrx, reason: 'missing', msg: 'Pulsa belum masuk' }))).id
    },
    gives: (id) => done(send(ayu, 'PATCH', `/api/admin/v1/disputes/${id}/refund`, { reason: 'Sudah dicek' })),
  },
  {
    event: 'cash_out.rejected',
    what: 'a cash-out that is rejected',
    whose: 'buyer',
    begin: (of) => of.cashOut(of.buyer),
    gives: (id) => done(step(id, 3)),
  },
  {
    event: 'cash_out.returned',
    what: 'a cash-out that its bank returned',
    whose: 'buyer',
    async begin(of) {
      // A cash-out for a transfer by mistake, which has a minimum and does not close the account.
      await market.app.db.transaction((tx) => deposit(tx, of.buyer.id, 1_000_000n))
      const id = await of.cashOut(of.buyer, 1)
      await done(step(id, 1))
      await done(approve(id))
      return id
    },
    gives: (id) => done(step(id, 4)),
  },
]

/** Events that only debit wallets, or that do not move money of members. */
const takesOnly = [
  'deposit.cancelled',
  'purchase.held',
  'cash_out.requested',
  'cash_out.paid',
  'cash.transferred',
  'cash.corrected',
  'unmatched.received',
  'unmatched.released',
  'debt.settled',
]

test('every ledger event is listed either as an inflow or as an event that does not credit members', async () => {
  const { rows } = await sql<{ event: string }>`select unnest(enum_range(null::ledger_event))::text as event`.execute(market.app.db.read)
  const known = new Set([...inflows.map(({ event }) => event), ...takesOnly])
  expect([...known].toSorted()).toEqual(rows.map(({ event }) => event).toSorted())
})

test.each(inflows)('money into a blocked account: $what as $event is refused or shown', async ({ whose, begin, gives, refused }) => {
  const made = await world()
  const who = made[whose]
  const begun = await begin(made)
  await block(who)
  const before = await market.app.balance(who)
  const answer = await gives(begun, made)
  if (refused !== undefined) {
    expect(answer).toMatchObject({ body: { success: false, code: refused } })
    expect(await market.app.balance(who)).toBe(before)
  } else {
    await expect.poll(() => audited(who)).toContain('account.money_held')
    const balance = await market.app.balance(who)
    expect(balance).toBeGreaterThan(before)
    expect(await shown(who)).toMatchObject({ balance: Number(balance), blockedat: expect.any(String) })
    expect((await done(send(ayu, 'GET', '/api/admin/v1/accounts/monitoring'))).akuntertutup).toBeGreaterThanOrEqual(Number(balance))
  }
  expect(await statusOf(who)).toBe(0)
  await market.booksHold()
})

test.each([
  { what: 'a refund of what it had bought', gives: (order: number) => done(force(order, 2)), back: 10_000n },
  { what: 'its bank, which sent the money back', gives: (_: number, cashOut: number) => done(step(cashOut, 4)), back: 490_000n },
])('money into an account whose owner has left reopens the account: $what', async ({ gives, back }) => {
  const made = await world()
  const order = await made.order(false)
  const cashOut = await paid(made)
  await done(approve(cashOut))
  await expect.poll(() => statusOf(made.buyer)).toBe(0)
  await gives(order, cashOut)
  await expect.poll(() => statusOf(made.buyer)).toBe(2)
  expect(await market.app.balance(made.buyer)).toBe(back)
  expect(await shown(made.buyer)).toBeUndefined()
  expect(await audited(made.buyer)).toContain('account.reopened')
  await market.booksHold()
})

test('an unblocked account has the money that came while it was blocked, and is no longer shown to administrators', async () => {
  const made = await world()
  const order = await made.order(false)
  await block(made.buyer)
  await done(force(order, 2))
  await expect.poll(() => shown(made.buyer)).toBeDefined()
  await done(
    send(ayu, 'PATCH', '/api/admin/v1/user/member', { memberid: Number(made.buyer.id), memberstatus: 2, reason: 'Sudah diperiksa' }),
  )
  expect(await shown(made.buyer)).toBeUndefined()
  expect(await market.app.balance(made.buyer)).toBe(500_000n)
})

test('money into a shut account pays the debt first, and an account that was closed on request stays closed if nothing remains', async () => {
  const [blocked, left] = [await owingShut('blocked'), await owingShut('left')]
  expect([await market.app.balance(blocked.who), await debtOf(blocked.who)]).toEqual([0n, 10_000n])
  await done(force(blocked.order, 2))
  await expect.poll(() => debtOf(blocked.who)).toBe(0n)
  expect(await market.app.balance(blocked.who)).toBe(5_000n)
  await expect.poll(() => shown(blocked.who)).toMatchObject({ balance: 5_000 })
  await done(force(left.order, 2))
  await expect.poll(() => debtOf(left.who)).toBe(0n)
  expect([await market.app.balance(left.who), await statusOf(left.who)]).toEqual([0n, 0])
  await market.booksHold()
})

test('the debt of a member is paid first from incoming money, even if the member is unblocked before the job handles the money', async () => {
  const { who, order } = await owingShut('blocked')
  let letIn: Promise<Json> | undefined
  await market.app.tables.transaction().execute(async (held) => {
    await held.selectFrom('member').select('id').where('id', '=', who.id).forNoKeyUpdate().execute()
    letIn = done(send(ayu, 'PATCH', '/api/admin/v1/user/member', { memberid: Number(who.id), memberstatus: 2, reason: 'Sudah diperiksa' }))
    await lockedOut(market.app, 1)
    await done(force(order, 2))
    // The job that handles the incoming money runs after the account was unblocked, so it finds the account open.
    await lockedOut(market.app, 2)
  })
  await letIn
  expect([await statusOf(who), await market.app.balance(who), await debtOf(who)]).toEqual([2, 5_000n, 0n])
  await market.booksHold()
})

const debtOf = async (who: TestMember) =>
  (await market.app.db.read.selectFrom('seller_debt').select('amount').where('seller_id', '=', who.id).executeTakeFirst())?.amount ?? 0n

/** A seller that spent its earnings on a purchase, then owes a refund, and whose account is shut. Its own purchase can still be refunded. */
async function owingShut(how: 'blocked' | 'left'): Promise<{ who: TestMember; order: number }> {
  const sold = await world()
  const sale = await sold.order(false)
  const who = sold.seller
  const price = how === 'blocked' ? 15_000n : 10_000n
  const product = await market.app.product({ code: `HUTANG${serial}` })
  await market.app.map(who, await market.app.offer({ seller: (await market.addSeller()).seller, product, price }))
  await market.app.db.transaction((tx) => deposit(tx, who.id, how === 'blocked' ? 5_000n : 200_000n))
  const reffclient = `HUTANG-${serial}`
  const { data } = await market.order(who, {
    productcode: product.code,
    target: `8${9000 + serial}${how === 'blocked' ? '0013' : '7777'}`,
    reffclient,
  })
  if (how === 'left') {
    await market.app.settled(who, reffclient)
    const cashOut = await sold.cashOut(who)
    await done(step(cashOut, 1))
    await done(approve(cashOut))
    await expect.poll(() => statusOf(who)).toBe(0)
  }
  await done(force(sale, 2))
  if (how === 'blocked') await block(who)
  return { who, order: data.id }
}
