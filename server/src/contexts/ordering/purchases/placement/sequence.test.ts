// @module-tag nightly
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deferred } from '#jobs/batcher.ts'
import { openWallets } from '#ledger/post.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { deposit } from '../../../../../test/money.ts'
import { countStock } from '../../../../../test/stocks.ts'
import { type Placed, type Placement, placeBatch } from './placer.ts'

/** Random batches of mixed orders, compared with a model that accepts the orders one after another: results, balances and stock must be equal. */
let app: TestApp
let goods: Good[]
let serial = 0

interface Good {
  productId: bigint
  productCode: string
  offerId: bigint
  offerVersion: bigint
  sellerId: bigint
  price: bigint
  stocked: boolean
}

/** The kinds of products: normal ones, an expensive one, and two with limited stock. */
const kinds = [{ price: 1_000n }, { price: 7_000n }, { price: 500_000n }, { price: 1_000n, stock: 1 }, { price: 3_000n, stock: 1 }]
const bill = kinds.length

beforeAll(async () => {
  app = await startTestApp({}, ['http'])
  const seller = await app.member({ roles: ['ROLE_SELLER'] })
  goods = []
  for (const [index, { price, stock }] of [...kinds, { price: 4_000n, stock: undefined }].entries()) {
    const product = await app.product({ code: `SEQ${index}`, type: index === bill ? 1 : 0 })
    const offerId = await app.offer({ seller, product, price, ...(stock !== undefined && { stock }) })
    const { version } = await app.db.read.selectFrom('offer').select('version').where('id', '=', offerId).executeTakeFirstOrThrow()
    goods.push({
      productId: product.id,
      productCode: product.code,
      offerId,
      offerVersion: version,
      sellerId: seller.id,
      price,
      stocked: stock !== undefined,
    })
  }
})

afterAll(() => app.stop())

interface OrderRequest {
  buyer: number
  good: number
  bill: number
  reference: number
  target: number
  guarded: boolean
  stale: boolean
}

const orderRequest: fc.Arbitrary<OrderRequest> = fc.record({
  buyer: fc.nat(3),
  good: fc.nat(bill),
  bill: fc.nat(2),
  // Small ranges, so that references and targets repeat within a batch and across batches.
  reference: fc.nat(40),
  target: fc.nat(4),
  guarded: fc.boolean(),
  stale: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
})

interface Sequence {
  balances: number[]
  stock: number[]
  batches: { wishes: OrderRequest[]; guardsEnd: boolean; apart: boolean }[]
}

const sequence: fc.Arbitrary<Sequence> = fc.record({
  balances: fc.array(fc.constantFrom(0, 1, 1_000, 5_000, 12_000, 600_000, 90_000_000), { minLength: 4, maxLength: 4 }),
  stock: fc.array(fc.nat(4), { minLength: 2, maxLength: 2 }),
  batches: fc.array(
    fc.record({ wishes: fc.array(orderRequest, { minLength: 1, maxLength: 24 }), guardsEnd: fc.boolean(), apart: fc.boolean() }),
    {
      minLength: 5,
      maxLength: 5,
    },
  ),
})

type Verdict = { verdict: string; balance?: bigint }

/** The expected results if orders are accepted one after another, as plain values. */
class Model {
  readonly balances: Map<bigint, bigint>
  readonly stock: Map<bigint, number>
  readonly references = new Set<string>()
  readonly paidBills = new Set<bigint>()
  guards = new Set<string>()

  constructor(balances: Map<bigint, bigint>, stock: Map<bigint, number>) {
    this.balances = balances
    this.stock = stock
  }

  take(order: Placement, current: bigint): Verdict {
    const reference = `${order.buyerId} ${order.reffclient}`
    const guard = `${order.buyerId} ${order.productId} ${order.target} ${order.counter}`
    const balance = this.balances.get(order.buyerId) ?? 0n
    const left = this.stock.get(order.offerId) ?? 0
    if (this.references.has(reference)) return { verdict: 'known' }
    if (order.offerVersion !== current) return { verdict: 'stale' }
    if (order.inquiryId !== null && this.paidBills.has(order.inquiryId)) return { verdict: 'token' }
    if (order.guardMinutes > 0 && this.guards.has(guard)) return { verdict: 'double' }
    if (balance < order.price) return { verdict: 'low' }
    if (order.stocked && left === 0) return { verdict: 'sold_out' }
    this.references.add(reference)
    this.balances.set(order.buyerId, balance - order.price)
    if (order.stocked) this.stock.set(order.offerId, left - 1)
    if (order.inquiryId !== null) this.paidBills.add(order.inquiryId)
    if (order.guardMinutes > 0) this.guards.add(guard)
    return { verdict: 'placed', balance: balance - order.price }
  }
}

const answerOf = (result: Placed | typeof deferred): Verdict => {
  if (result === deferred) return { verdict: 'set aside' }
  return result.verdict === 'placed' ? { verdict: 'placed', balance: result.balance } : { verdict: result.verdict }
}

const targetOf = (number: number) => `08120000${number}`

/** One bill for each of the first three buyers; a bill can be paid only by its own buyer. */
async function openBills(buyers: bigint[]): Promise<bigint[]> {
  const { productId, offerId, price } = goods[bill] as Good
  const rows = await app.tables
    .insertInto('inquiry')
    .values(
      buyers.slice(0, 3).map((buyer, index) => ({
        token: `${serial}-${index}`,
        buyer_id: buyer,
        product_id: productId,
        offer_id: offerId,
        target: targetOf(index),
        customer_name: 'Sari',
        period: '202611',
        bill: price,
        admin_fee: 0n,
        price,
        expires_at: new Date(Date.now() + 3_600_000),
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function newBuyers(count: number): Promise<bigint[]> {
  const rows = await app.tables
    .insertInto('member')
    .values(Array.from({ length: count }, (_, index) => ({ name: 'Sari', email: `s${serial}.${index}@example.com`, password_hash: '' })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function begin({ balances, stock }: Sequence) {
  serial += 1
  const buyers = await newBuyers(balances.length)
  await app.db.fast.transaction(async (tx) => {
    await openWallets(tx, buyers)
    for (const [index, buyer] of buyers.entries()) {
      const amount = BigInt(balances[index] ?? 0)
      if (amount > 0n) await deposit(tx, buyer, amount)
    }
  })
  const counted = goods.filter(({ stocked }) => stocked)
  for (const [index, { offerId }] of counted.entries()) await countStock(app.tables, offerId, BigInt(stock[index] ?? 0))
  const model = new Model(
    new Map(buyers.map((buyer, index) => [buyer, BigInt(balances[index] ?? 0)])),
    new Map(counted.map(({ offerId }, index) => [offerId, stock[index] ?? 0])),
  )
  return { buyers, model, bills: await openBills(buyers) }
}

function toPlacement(one: OrderRequest, buyers: bigint[], bills: bigint[]): Placement {
  const good = goods[one.good] as Good
  return {
    ...good,
    offerVersion: one.stale ? good.offerVersion - 1n : good.offerVersion,
    buyerId: buyers[one.good === bill ? one.bill : one.buyer] as bigint,
    reffclient: `R${one.reference}`,
    target: targetOf(one.good === bill ? one.bill : one.target),
    counter: 1,
    fee: good.price / 100n,
    amount: null,
    maxprice: null,
    inquiryId: one.good === bill ? (bills[one.bill] as bigint) : null,
    pinned: false,
    targetKind: 'mobile',
    channel: 1,
    callbackUrl: null,
    guardMinutes: one.guarded ? 5 : 0,
  }
}

async function run(one: Sequence) {
  const { buyers, model, bills } = await begin(one)
  for (const [nth, { wishes, guardsEnd, apart }] of one.batches.entries()) {
    // In some batches no two orders have the same reference or target, so that often all orders of a buyer or of the batch are placed.
    const batch = wishes.map((request, index) => {
      const order = toPlacement(request, buyers, bills)
      if (!apart) return order
      const target = order.inquiryId === null ? `0813${nth}${String(index).padStart(5, '0')}` : order.target
      return { ...order, reffclient: `A${nth}.${index}`, target }
    })
    const expected = batch.map((order) => model.take(order, goods.find(({ offerId }) => offerId === order.offerId)?.offerVersion ?? 0n))
    // While no other transaction locks rows, the results with and without `skipLocked` are equal.
    const skipLocked = batch.length % 2 === 0
    expect((await placeBatch(app.db.fast, batch, { skipLocked, notify: false })).map(answerOf)).toEqual(expected)
    if (!guardsEnd) continue
    model.guards = new Set()
    await app.tables
      .updateTable('recent_order')
      .set({ until: new Date(0) })
      .execute()
  }
  const wallets = await app.db.read.selectFrom('wallet').selectAll().where('member_id', 'in', buyers).execute()
  expect(new Map(wallets.map(({ member_id, balance }) => [member_id, balance]))).toEqual(model.balances)
  const stocks = await app.db.read.selectFrom('offer_stock').selectAll().execute()
  expect(new Map(stocks.map(({ offer_id, remaining }) => [offer_id, Number(remaining)]))).toEqual(model.stock)
}

const sequences = process.env.NIGHTLY ? 4_000 : 100

test(`the results, money and stock of a batch are the same as if its orders came one after another (${sequences * 5} batches)`, async () => {
  await fc.assert(fc.asyncProperty(sequence, run), { numRuns: sequences, endOnFailure: true })
  expect(await checkLedger(app.db)).toEqual([])
}, 3_600_000)
