import { type ControlledTransaction, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#db/schema.ts'
import type { TestMember } from '../../../../test/app.ts'
import { patiently } from '../../../../test/client.ts'
import { type OrderAnswer, type OrderBody, startMarket, type TestMarket } from '../../../../test/market.ts'
import { cashOut } from '../../../../test/money.ts'

/** Fifty copies of a request at the same time: exactly one of them succeeds, or exactly as many as the money or the stock allows. */
let market: TestMarket
let seller: Awaited<ReturnType<TestMarket['addSeller']>>
let other: Awaited<ReturnType<TestMarket['addSeller']>>
/** The URL of a second instance that uses the same database, so that requests compete across processes. */
let secondUrl: string
let serial = 0
const copies = 50

beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '6' })
  // A long time-out, so that a seller whose server is slow on a busy machine is not suspended.
  seller = await market.addSeller({ timeoutMs: 10_000 })
  other = await market.addSeller({ timeoutMs: 10_000 })
  secondUrl = (await market.app.startAnother(['http', 'worker'])).address
})

afterAll(() => market.stop())

async function shop(balance: bigint, options: { stock?: number; type?: 0 | 1 } = {}) {
  serial += 1
  const product = await market.app.product({ code: `R${serial}`, type: options.type ?? 0 })
  const buyer = await market.app.member({ balance })
  const offer = await market.app.offer({
    seller: seller.seller,
    product,
    price: 1_000n,
    ...(options.stock !== undefined && { stock: options.stock }),
  })
  await market.app.map(buyer, offer)
  return { buyer, offer, code: product.code }
}

/** Sends half of the requests to each process. */
function release(buyer: TestMember, orderOf: (index: number) => OrderBody): Promise<OrderAnswer[]> {
  return Promise.all(
    Array.from({ length: copies }, async (_, index) => {
      const order = orderOf(index)
      const url = index % 2 ? secondUrl : undefined
      const { status, body } = await patiently(() => market.app.h2h(buyer, 'POST', '/h2h/v1/transactions', order, url))
      return { status, ...body }
    }),
  )
}

const accepted = (answers: OrderAnswer[]) => answers.filter((answer) => answer.success)
const refusedWith = (answers: OrderAnswer[], code: string) => answers.filter((answer) => answer.code === code)

async function sales(buyer: TestMember) {
  const rows = await market.app.db.read.selectFrom('purchase').select('reffclient').where('buyer_id', '=', buyer.id).execute()
  for (const { reffclient } of rows) await market.app.settled(buyer, reffclient)
  return rows.length
}

test('fifty copies of one order place one purchase, and all are answered with it', async () => {
  for (let round = 0; round < 4; round++) {
    const { buyer, code } = await shop(100_000n)
    const answers = await release(buyer, () => ({ productcode: code, target: '99000', reffclient: 'ONE' }))
    expect(accepted(answers)).toHaveLength(copies)
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1)
    expect(await sales(buyer)).toBe(1)
    expect(await market.app.balance(buyer)).toBe(99_000n)
  }
  await market.booksHold()
})

test('one of fifty orders with the same reference and different targets is placed, and the others are refused as reference used', async () => {
  const { buyer, code } = await shop(100_000n)
  const answers = await release(buyer, (index) => ({ productcode: code, target: `99${100 + index}`, reffclient: 'ONE' }))
  expect(accepted(answers)).toHaveLength(1)
  expect(refusedWith(answers, 'purchase.reference_used')).toHaveLength(copies - 1)
  expect(await sales(buyer)).toBe(1)
  await market.booksHold()
})

test('seven of fifty orders are placed if the balance covers seven, and the others are refused', async () => {
  for (let round = 0; round < 3; round++) {
    const { buyer, code } = await shop(7_500n)
    const answers = await release(buyer, (index) => ({ productcode: code, target: `99${200 + index}`, reffclient: `M${index}` }))
    expect(accepted(answers)).toHaveLength(7)
    expect(refusedWith(answers, 'balance.too_low')).toHaveLength(copies - 7)
    expect(await sales(buyer)).toBe(7)
    expect(await market.app.balance(buyer)).toBe(500n)
  }
  await market.booksHold()
})

test('one of fifty concurrent probable doubles is placed', async () => {
  for (let round = 0; round < 4; round++) {
    const { buyer, code } = await shop(100_000n)
    const answers = await release(buyer, (index) => ({ productcode: code, target: '99300', reffclient: `D${index}` }))
    expect(accepted(answers)).toHaveLength(1)
    expect(refusedWith(answers, 'purchase.probable_double')).toHaveLength(copies - 1)
    expect(await sales(buyer)).toBe(1)
  }
  await market.booksHold()
})

test('five of fifty orders are placed with a stock of five, and the stock is then empty', async () => {
  const { buyer, offer, code } = await shop(100_000n, { stock: 5 })
  const answers = await release(buyer, (index) => ({ productcode: code, target: `99${400 + index}`, reffclient: `S${index}` }))
  expect(accepted(answers)).toHaveLength(5)
  expect(refusedWith(answers, 'purchase.sold_out')).toHaveLength(copies - 5)
  expect(await market.app.db.read.selectFrom('offer_stock').select('remaining').where('offer_id', '=', offer).execute()).toEqual([
    { remaining: 0n },
  ])
  expect(await sales(buyer)).toBe(5)
  await market.booksHold()
})

test('a bill token that is used fifty times concurrently pays its bill once', async () => {
  const { buyer, code } = await shop(100_000_000n, { type: 1 })
  const { body } = await market.app.h2h(buyer, 'POST', '/h2h/v1/inquiries', { productcode: code, target: '530000004321' })
  const answers = await release(buyer, (index) => ({
    productcode: code,
    target: '530000004321',
    token: body.data.token,
    reffclient: `B${index}`,
    counter: 1 + (index % 9),
  }))
  expect(accepted(answers)).toHaveLength(1)
  expect(await sales(buyer)).toBe(1)
  await market.booksHold()
})

test('of concurrent settlements, forced decisions and reports one decides the purchase, and the money moves accordingly', async () => {
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const { code: installation } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  for (let round = 0; round < 8; round++) {
    const { buyer, code } = await shop(100_000n)
    const { data } = await market.order(buyer, { productcode: code, target: `99${500 + round}0013`, reffclient: 'X' })
    const attempt = await market.app.db.read
      .selectFrom('attempt')
      .select('id')
      .where('purchase_id', '=', BigInt(data.id))
      .executeTakeFirstOrThrow()
    const force = (status: number) =>
      market.app.call('PATCH', '/api/admin/v1/transaction', {
        token: admin.token,
        body: { id: data.id, status, description: 'Uji koreksi' },
      })
    const report = (statuscode: number) =>
      fetch(`${seller.supplier.reportUrl}?clientid=${installation}${attempt.id}&statuscode=${statuscode}&sn=1`)
    const storm = Array.from({ length: copies }, (_, index) =>
      [() => force(1), () => force(2), () => report(1), () => report(2)][index % 4]?.(),
    )
    await Promise.all(storm)
    const done = await market.app.settled(buyer, 'X')
    expect(await market.app.balance(buyer)).toBe(done.transactionrc === 1 ? 99_000n : 100_000n)
    // A concurrent forced failure may refund a purchase that has just succeeded. Apart from that, at most one decision is stored.
    const decisions = await market.app.db.read
      .selectFrom('purchase_force')
      .select(['from_state', 'to_state'])
      .where('purchase_id', '=', BigInt(data.id))
      .execute()
    expect(decisions.filter((decision) => decision.from_state === 0).length).toBeLessThanOrEqual(1)
    expect(decisions.filter((decision) => decision.from_state === 1).length).toBeLessThanOrEqual(1)
    await market.booksHold()
  }
})

test('six of fifty orders are placed at two sellers with a stock of three each', async () => {
  const { buyer, code } = await shop(100_000n, { stock: 3 })
  const product = await market.app.db.read.selectFrom('product').select(['id', 'code']).where('code', '=', code).executeTakeFirstOrThrow()
  await market.app.map(buyer, await market.app.offer({ seller: other.seller, product, price: 1_100n, stock: 3 }), 2)
  const answers = await release(buyer, (index) => ({ productcode: code, target: `99${700 + index}`, reffclient: `T${index}` }))
  expect(accepted(answers)).toHaveLength(6)
  expect(
    answers
      .filter((answer) => answer.success)
      .map((answer) => answer.data.price)
      .sort(),
  ).toEqual([1000, 1000, 1000, 1100, 1100, 1100])
  await market.booksHold()
})

type LockTransaction = ControlledTransaction<DB>

/** Locks rows in a long transaction while the given work runs. */
async function whileLocked<Result>(lock: (transaction: LockTransaction) => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
  const transaction = await market.app.tables.startTransaction().execute()
  await lock(transaction)
  return work().finally(() => transaction.rollback().execute())
}

const lockWallet = (transaction: LockTransaction, { id }: TestMember) =>
  transaction.selectFrom('wallet').selectAll().where('member_id', '=', id).forUpdate().execute()

const whileHeld = <Result>(member: TestMember, work: () => Promise<Result>): Promise<Result> =>
  whileLocked((transaction) => lockWallet(transaction, member), work)

const orderOf = (buyer: TestMember, productcode: string, reffclient: string) =>
  market.order(buyer, { productcode, target: `98${buyer.id}${reffclient.slice(1)}`, reffclient })

test('a locked wallet delays only the orders of its own buyer, which are later placed or refused as busy', async () => {
  const [held, free] = [await shop(3_500n), await shop(100_000n)]
  const waiting = await whileHeld(held.buyer, async () => {
    const asked = Array.from({ length: 5 }, (_, index) => orderOf(held.buyer, held.code, `H${index}`))
    const others = await Promise.all(Array.from({ length: 20 }, (_, index) => orderOf(free.buyer, free.code, `F${index}`)))
    expect(accepted(others)).toHaveLength(20)
    expect(await sales(held.buyer)).toBe(0)
    return { asked }
  })
  const answers = await Promise.all(waiting.asked)
  expect(accepted(answers)).toHaveLength(3)
  expect(refusedWith(answers, 'balance.too_low')).toHaveLength(2)
  await sales(held.buyer)
  await sales(free.buyer)

  const refused = await whileHeld(free.buyer, () => orderOf(free.buyer, free.code, 'F99'))
  expect(refused).toMatchObject({ status: 503, success: false, code: 'system.busy' })
  expect(await orderOf(free.buyer, free.code, 'F99')).toMatchObject({ success: true })
  await sales(free.buyer)
  await market.booksHold()
}, 120_000)

test('an order whose database connection breaks is refused as busy, and is placed once when it is sent again', async () => {
  const { buyer, code } = await shop(100_000n)
  const answers = await whileHeld(buyer, async () => {
    const asked = Array.from({ length: 3 }, (_, index) => orderOf(buyer, code, `B${index}`))
    const broken = () =>
      sql<{ done: boolean }>`select pg_terminate_backend(pid) as done from pg_stat_activity
        where datname = current_database() and query like '%place_orders%' and wait_event_type = 'Lock'`.execute(market.app.tables)
    await expect.poll(async () => (await broken()).rows.length, { interval: 20 }).toBeGreaterThan(0)
    return Promise.all(asked)
  })
  expect(answers.filter(({ status }) => status !== 200)).not.toEqual([])
  for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject({ status: 503, code: 'system.busy' })
  for (const index of [0, 1, 2]) expect(await orderOf(buyer, code, `B${index}`)).toMatchObject({ success: true })
  expect(await sales(buyer)).toBe(3)
  expect(await market.app.balance(buyer)).toBe(97_000n)
  await market.booksHold()
}, 120_000)

const lockDebt = (transaction: LockTransaction, { id }: TestMember) =>
  transaction.selectFrom('seller_debt').selectAll().where('seller_id', '=', id).forUpdate().execute()

const lockStock = (transaction: LockTransaction, { id }: TestMember) =>
  transaction
    .selectFrom('offer_stock')
    .innerJoin('offer', 'offer.id', 'offer_stock.offer_id')
    .select('offer_id')
    .where('seller_id', '=', id)
    .forUpdate(['offer_stock'])
    .execute()

/** A seller that owes slightly less than a sale earns, because its first sale was refunded after it had spent the money. */
async function indebtedSeller() {
  const added = await market.addSeller({ timeoutMs: 10_000 })
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const product = await market.app.product({ code: `HELD${added.seller.id}` })
  const buyer = await market.app.member({ balance: 100_000n })
  await market.app.map(buyer, await market.app.offer({ seller: added.seller, product, price: 1_000n, stock: 100 }))
  const { data } = await orderOf(buyer, product.code, 'W0')
  await market.app.settled(buyer, 'W0')
  await market.app.db.fast.transaction((tx) => cashOut(tx, added.seller.id, 999n))
  await market.app.call('PATCH', `/api/admin/v1/transaction/${data.id}/2`, { token: admin.token, body: { description: 'Uji koreksi' } })
  return { ...added, buyer, code: product.code }
}

/** Enough sales that trying them one after another would take longer than the maximum wait for a lock. */
const heldSales = 20

test.each([
  { what: 'the wallet of a seller', lock: lockWallet, report: 'success' },
  { what: 'what a seller owes', lock: lockDebt, report: 'success' },
  { what: 'the stock of an offer', lock: lockStock, report: 'failed' },
] as const)(
  'while $what is locked by another transaction, the sales of others are settled, and its own sales are settled afterwards',
  async ({ lock, report }) => {
    const { seller: slow, supplier, buyer, code } = await indebtedSeller()
    const free = await shop(100_000n)
    const references = Array.from({ length: heldSales }, (_, index) => `W${index + 1}`)
    for (const reference of references) supplier.script(`98${buyer.id}${reference.slice(1)}`, 'pending-forever')
    await Promise.all(references.map((reference) => orderOf(buyer, code, reference)))
    const taken = () => [...supplier.orders.values()].filter(({ behaviour }) => behaviour === 'pending-forever')
    await expect.poll(() => taken().length).toBe(heldSales)

    const reports = await whileLocked(
      (transaction) => lock(transaction, slow),
      async () => {
        const reporting = taken().map((order) => supplier.report(order.reference, report))
        await Promise.all(Array.from({ length: 5 }, (_, index) => orderOf(free.buyer, free.code, `V${index}`)))
        expect(await sales(free.buyer)).toBe(5)
        const { rows } = await sql<{ pending: bigint }>`
        select count(*) as pending from purchase where buyer_id = ${buyer.id} and transactionrc = 0`.execute(market.app.tables)
        expect(rows).toEqual([{ pending: BigInt(heldSales) }])
        return { reporting }
      },
    )
    await Promise.all(reports.reporting)
    expect(await sales(buyer)).toBe(heldSales + 1)
    expect(await market.app.balance(buyer)).toBe(report === 'success' ? 100_000n - 1_000n * BigInt(heldSales) : 100_000n)
    await market.booksHold()
  },
  180_000,
)

test('a refund of locked money is refused without any change, and succeeds when it is requested again later', async () => {
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const { buyer, code } = await shop(100_000n)
  const { data } = await orderOf(buyer, code, 'Z1')
  await market.app.settled(buyer, 'Z1')
  const refund = () =>
    market.app.call('PATCH', `/api/admin/v1/transaction/${data.id}/2`, { token: admin.token, body: { description: 'Uji koreksi' } })
  expect(await whileHeld(seller.seller, refund)).toMatchObject({ status: 503, body: { success: false, code: 'purchase.locked' } })
  expect(await market.app.balance(buyer)).toBe(99_000n)
  expect(await refund()).toMatchObject({ status: 200 })
  expect(await market.app.balance(buyer)).toBe(100_000n)
  await market.booksHold()
}, 60_000)
