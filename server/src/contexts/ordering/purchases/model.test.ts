// @module-tag nightly
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import type { TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'
import {
  adjust,
  askCashOut,
  assignUnmatched,
  cancelTopUp,
  correctCash,
  deposit,
  payCashOut,
  receiveUnmatched,
  rejectCashOut,
  returnCashOut,
  transferCash,
} from '../../../../test/money.ts'

/**
 * Random sequences of all events that move money, compared with a simple model of balances, pending orders and debts. After every sequence the ledger
 * is verified, and all balances must equal those of the model.
 */
let market: TestMarket
let sellers: Awaited<ReturnType<TestMarket['addSeller']>>[]
let admin: TestMember
let serial = 0

beforeAll(async () => {
  market = await startMarket()
  sellers = [await market.addSeller(), await market.addSeller({ kind: 'otomax' })]
  admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
})

afterAll(() => market.stop())

type Step =
  | { do: 'deposit'; amount: number; fee: number }
  | { do: 'money without an owner'; amount: number; found: boolean }
  | { do: 'cancel deposit' }
  | { do: 'buy'; ends: 'success' | 'failover' | 'fail' | 'pend' }
  | { do: 'force'; status: 1 | 2 }
  | { do: 'refund' }
  | { do: 'seller cashes out'; amount: number; ends: 'paid' | 'rejected' | 'returned' }
  | { do: 'transfer kas'; amount: number }
  | { do: 'correct kas'; amount: number }
  | { do: 'adjust'; amount: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deposit' as const),
      amount: fc.integer({ min: 1, max: 40_000 }),
      fee: fc.constantFrom(0, 0, 250),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('money without an owner' as const),
      amount: fc.integer({ min: 1, max: 9_000 }),
      found: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel deposit' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      ends: fc.constantFrom('success' as const, 'failover' as const, 'fail' as const, 'pend' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('force' as const), status: fc.constantFrom(1 as const, 2 as const) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'refund' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('seller cashes out' as const),
      amount: fc.integer({ min: 1, max: 15_000 }),
      ends: fc.constantFrom('paid' as const, 'rejected' as const, 'returned' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('transfer kas' as const), amount: fc.integer({ min: 1, max: 9_000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct kas' as const), amount: fc.integer({ min: 1, max: 900 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      amount: fc.integer({ min: -8_000, max: 8_000 }).filter((amount) => amount !== 0),
    }),
  },
)

/** The expected balances, debts and orders as plain numbers. */
class Model {
  buyer = 0
  sellers: [number, number] = [0, 0]
  debts: [number, number] = [0, 0]
  pending: { id: number; price: number; reffclient: string }[] = []
  sold: { id: number; price: number; seller: 0 | 1 }[] = []
  deposits: { ticket: bigint; amount: number }[] = []

  earn(seller: 0 | 1, amount: number) {
    const recovered = Math.min(this.debts[seller], amount)
    this.debts[seller] -= recovered
    this.sellers[seller] += amount - recovered
  }

  giveBack(seller: 0 | 1, amount: number) {
    const covered = Math.min(this.sellers[seller], amount)
    this.sellers[seller] -= covered
    this.debts[seller] += amount - covered
  }
}

const prices = [5_000, 6_000] as const

async function run(steps: Step[]) {
  serial += 1
  const model = new Model()
  const pair = await Promise.all([market.addSeller(), market.addSeller({ kind: 'http-get' })])
  const product = await market.app.product({ code: `Z${serial}` })
  const buyer = await market.app.member({ guardMinutes: 0 })
  for (const [index, { seller }] of pair.entries())
    await market.app.map(buyer, await market.app.offer({ seller, product, price: BigInt(prices[index] ?? 0) }), index + 1)
  for (const [index, one] of steps.entries()) await act({ model, pair, code: product.code, buyer }, one, index)
  expect(await market.app.balance(buyer)).toBe(BigInt(model.buyer))
  for (const side of [0, 1] as const) expect(await market.app.balance(pair[side].seller)).toBe(BigInt(model.sellers[side]))
  const debts = await market.app.db.read
    .selectFrom('seller_debt')
    .selectAll()
    .where(
      'seller_id',
      'in',
      pair.map(({ seller }) => seller.id),
    )
    .execute()
  expect(debts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(BigInt(model.debts[0] + model.debts[1]))
  await market.booksHold()
  for (const { supplier } of pair) await supplier.close()
}

interface World {
  model: Model
  pair: typeof sellers
  code: string
  buyer: TestMember
}

const book = <T>(work: (tx: Tx) => Promise<T>) => market.app.db.fast.transaction(work)
/** False if the balance does not cover the amount. */
const booked = (work: (tx: Tx) => Promise<unknown>) =>
  book(work).then(
    () => true,
    (error) => {
      expect(error).toMatchObject({ constraint: 'wallet_not_negative' })
      return false
    },
  )

async function act(world: World, one: Step, index: number) {
  const { model, buyer } = world
  switch (one.do) {
    case 'deposit': {
      const ticket = await book((tx) => deposit(tx, buyer.id, BigInt(one.amount + one.fee), { fee: BigInt(one.fee) }))
      model.buyer += one.amount
      model.deposits.push({ ticket, amount: one.amount })
      break
    }
    case 'cancel deposit': {
      const last = model.deposits.pop()
      if (last === undefined) break
      const cancelled = await booked((tx) => cancelTopUp(tx, last.ticket))
      expect(cancelled).toBe(model.buyer >= last.amount)
      if (cancelled) model.buyer -= last.amount
      break
    }
    case 'money without an owner': {
      const found = await book((tx) => receiveUnmatched(tx, '02', BigInt(one.amount)))
      if (!one.found) break
      await book((tx) => assignUnmatched(tx, found, buyer.id))
      model.buyer += one.amount
      break
    }
    case 'buy':
      await buy(world, one.ends, index)
      break
    case 'force': {
      const pending = model.pending.shift()
      if (pending === undefined) break
      await market.app.call('PATCH', '/api/admin/v1/transaction', {
        token: admin.token,
        body: { id: pending.id, status: one.status, description: 'Uji koreksi' },
      })
      if (one.status === 1) {
        model.earn(0, pending.price)
        model.sold.push({ id: pending.id, price: pending.price, seller: 0 })
      } else model.buyer += pending.price
      break
    }
    case 'refund': {
      const sale = model.sold.shift()
      if (sale === undefined) break
      await market.app.call('PATCH', `/api/admin/v1/transaction/${sale.id}/2`, { token: admin.token, body: { description: 'Uji koreksi' } })
      model.buyer += sale.price
      model.giveBack(sale.seller, sale.price)
      break
    }
    case 'seller cashes out': {
      const { seller } = world.pair[0] as (typeof sellers)[number]
      let ticket = 0n
      const asked = await booked(async (tx) => {
        ticket = await askCashOut(tx, seller.id, BigInt(one.amount))
      })
      expect(asked).toBe(model.sellers[0] >= one.amount)
      if (!asked) break
      await book((tx) => (one.ends === 'rejected' ? rejectCashOut(tx, ticket) : payCashOut(tx, ticket)))
      if (one.ends === 'returned') await book((tx) => returnCashOut(tx, ticket))
      if (one.ends === 'paid') model.sellers[0] -= one.amount
      break
    }
    case 'transfer kas':
      await book((tx) => transferCash(tx, '01', '02', BigInt(one.amount)))
      break
    case 'correct kas':
      await book((tx) => correctCash(tx, '01', 'bank_fee', -BigInt(one.amount)))
      break
    case 'adjust': {
      const adjusted = await booked((tx) => adjust(tx, buyer.id, BigInt(one.amount)))
      expect(adjusted).toBe(model.buyer + one.amount >= 0)
      if (adjusted) model.buyer += one.amount
    }
  }
}

async function buy({ model, pair, code, buyer }: World, ends: 'success' | 'failover' | 'fail' | 'pend', index: number) {
  const target = `77${serial}${index}`
  const [first, second] = pair as [(typeof sellers)[number], (typeof sellers)[number]]
  const behaviours = {
    success: ['success', 'success'],
    failover: ['failure', 'success'],
    fail: ['failure', 'failure'],
    pend: ['pending-forever', 'success'],
  } as const
  first.supplier.script(target, behaviours[ends][0])
  second.supplier.script(target, behaviours[ends][1])
  const reffclient = `Z${serial}-${index}`
  const answer = await market.order(buyer, { productcode: code, target, reffclient })
  expect(answer.success).toBe(model.buyer >= prices[0])
  if (!answer.success) return
  const before = model.buyer
  model.buyer -= prices[0]
  if (ends === 'pend') {
    model.pending.push({ id: answer.data.id, price: prices[0], reffclient })
    return
  }
  const done = await market.app.settled(buyer, reffclient)
  const affordable = before >= prices[1]
  const wonBy = ends === 'success' ? 0 : ends === 'failover' && affordable ? 1 : null
  expect(done.transactionrc).toBe(wonBy === null ? 2 : 1)
  model.buyer = wonBy === null ? before : before - prices[wonBy]
  if (wonBy === null) return
  model.earn(wonBy, prices[wonBy])
  model.sold.push({ id: answer.data.id, price: prices[wonBy], seller: wonBy })
}

test('any sequence of deposits, purchases, failovers, forced decisions, refunds and cash-outs keeps the ledger and the balances correct', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => run(steps)),
    { numRuns: process.env.NIGHTLY ? 200 : 20, endOnFailure: true },
  )
}, 600_000)
