import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchaseHeld } from '#ledger/entries.ts'
import { checkLedger } from '#ledger/invariants.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { createPlacer, type Placement } from './place.ts'

let app: TestApp

// Without a worker nothing is sent, so that only the placing statement writes about these orders.
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})

afterAll(() => app.stop())

async function goods(price: bigint, stock?: number) {
  const seller = await app.member({ roles: ['ROLE_SELLER'] })
  const code = `P${seller.id}`
  const product = await app.product({ code, type: 0 })
  const offerId = await app.offer({ seller, product, price, ...(stock !== undefined && { stock }) })
  const { version } = await app.db.read.selectFrom('offer').select('version').where('id', '=', offerId).executeTakeFirstOrThrow()
  return {
    productId: product.id,
    productCode: code,
    offerId,
    offerVersion: version,
    stocked: stock !== undefined,
    sellerId: seller.id,
    price,
    fee: price / 100n,
  }
}

const placement = (buyer: TestMember, reffclient: string, of: Awaited<ReturnType<typeof goods>>): Placement => ({
  ...of,
  buyerId: buyer.id,
  reffclient,
  target: `0812${reffclient}`,
  targetKind: 'text',
  counter: 1,
  amount: null,
  maxprice: null,
  inquiryId: null,
  pinned: false,
  channel: 1,
  callbackUrl: null,
  guardMinutes: 5,
})

test('a batch of mixed orders is booked as purchaseHeld says, leg by leg, and who was refused is not in the books', async () => {
  const [plain, rare, dear] = [await goods(10_000n), await goods(2_500n, 1), await goods(700_000n)]
  const [rich, poor] = [await app.member({ balance: 1_000_000n }), await app.member({ balance: 12_000n })]
  const batch = [
    placement(rich, '1', plain),
    placement(poor, '2', plain),
    placement(rich, '3', rare),
    placement(poor, '4', plain),
    placement(rich, '5', dear),
    placement(rich, '6', { ...plain, offerVersion: plain.offerVersion - 1n }),
    placement(rich, '7', rare),
    placement(rich, '8', { ...plain, price: 10_001n }),
  ]
  const placer = createPlacer(app.db, { queueMax: 100, notify: false })
  const placed = await Promise.all(batch.map((one) => placer.add(one)))
  expect(placed.map(({ verdict }) => verdict)).toEqual(['placed', 'placed', 'placed', 'low', 'placed', 'stale', 'sold_out', 'placed'])

  const held = batch.flatMap(({ buyerId: buyer, price }, index) => {
    const result = placed[index]
    return result?.verdict === 'placed' ? [{ at: result.at, attempt: result.attemptId, buyer, price }] : []
  })
  expect(new Set(held.map(({ at }) => at.getTime())).size, 'one statement placed them all').toBe(1)
  const entries = await app.db.read
    .selectFrom('entry')
    .selectAll()
    .where('event', '=', 'purchase.held')
    .orderBy('reference')
    .orderBy('leg')
    .execute()
  const sets = Map.groupBy(entries, ({ set_id }) => set_id)
  expect(
    [...sets.values()].map((set) =>
      set.map(({ leg, account_id: account, amount, event, reference }) => ({ leg, account, amount, event, reference })),
    ),
  ).toEqual(
    held
      .toSorted((a, b) => Number(a.attempt - b.attempt))
      .map((sale) => {
        const { event, reference, legs } = purchaseHeld(sale)
        return legs.map((leg, index) => ({ leg: index + 1, ...leg, event, reference }))
      }),
  )
  expect(await checkLedger(app.db)).toEqual([])
})
