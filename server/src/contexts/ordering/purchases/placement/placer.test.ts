import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FastPool, isLockConflict, type Statement } from '#db/db.ts'
import { deferred } from '#jobs/batcher.ts'
import { purchaseHeld } from '#ledger/money-events.ts'
import { checkLedger } from '#ledger/verification/verification.ts'
import { startTestApp, type TestApp, type TestMember } from '../../../../../test/app.ts'
import { lockedOut } from '../../../../../test/locks.ts'
import { shutOut } from '../../../../../test/shut-out.ts'
import { createPlacer, type Placement, placeBatch } from './placer.ts'
import { moveStocks } from './set-stock.ts'

let app: TestApp

// No worker runs, so nothing is sent, and only the placing statement writes rows of these orders.
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

/** The version that a refreshed snapshot would have: the newest version of the offer, its product and its shop. */
const versionOf = async ({ offerId }: { offerId: bigint }): Promise<bigint> => {
  const { rows } = await sql<{ version: bigint }>`
    select greatest(offer.version, product.version, member.version) as version
    from offer join product on product.id = product_id join member on member.id = seller_id where offer.id = ${offerId}`.execute(
    app.db.read,
  )
  return rows[0]?.version ?? 0n
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

test('a batch of mixed orders posts the same ledger entries as `purchaseHeld`, and posts nothing for refused orders', async () => {
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
  const placer = createPlacer(app.db, { queueMax: 100, notify: () => false })
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

/** Places a batch with EXPLAIN and returns the number of pages that the database read. */
async function pagesFor(batch: Placement[], skipLocked: boolean): Promise<number> {
  let pages = 0
  const explained: FastPool = {
    ...app.db.fast,
    async run({ name, text }: Statement, values: unknown[]) {
      const rows = await app.db.fast.run({ name: `${name}.explained`, text: `explain (analyze, buffers, format json) ${text}` }, values)
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      const somebody = `{${batch.map(() => '1').join(',')}}`
      return [{ verdicts: null, ids: somebody, attempt_ids: somebody, rests: somebody, at: new Date() }] as never
    },
  }
  await placeBatch(explained, batch, { skipLocked, notify: false })
  return pages
}

test.each([false, true])(
  'a batch reads few pages among many wallets, orders, guards and offers, with plans made for empty tables (passing over: %s)',
  async (skipLocked) => {
    await sql`vacuum (analyze) member, wallet, purchase, attempt, entry, recent_order, offer, offer_stock, inquiry`.execute(app.tables)
    const [plain, rare] = [await goods(1_000n), await goods(2_000n, 1_000)]
    const buyers = await Promise.all(Array.from({ length: 16 }, () => app.member({ balance: 1_000_000n })))
    let round = 0
    const batch = () => {
      round += 1
      return buyers.flatMap((buyer) => [placement(buyer, `${round}1`, plain), placement(buyer, `${round}2`, rare)])
    }
    // The first batch creates the plans, and later batches use the cached plans.
    await pagesFor(batch(), skipLocked)
    const few = await pagesFor(batch(), skipLocked)
    await sql`
    with added as (
      insert into member (name, email, password_hash) select 'Sari', 'p' || n || ${skipLocked} || '@example.com', '' from generate_series(1, 20000) n returning id
    ), wallets as (insert into wallet (member_id) select id from added)
    insert into recent_order (key, purchase_id, until) select 2 * n + ${Number(skipLocked)}, n, now() + interval '1 hour' from generate_series(1, 20000) n`.execute(
      app.tables,
    )
    await sql`
    insert into purchase (id, buyer_id, seller_id, offer_id, product_id, price, channel, reffclient, product_code, target)
    select nextval('purchase_id'), ${buyers[0]?.id}, 1, 1, 1, 1000, 1, 'old' || n, 'P', 'T' from generate_series(1, 20000) n`.execute(
      app.tables,
    )
    await sql`
    with added as (
      insert into offer (seller_id, product_id, supplier_code, sell_price, stocked, archived_at)
      select ${plain.sellerId}, ${plain.productId}, 'x' || n, 1000, true, now() from generate_series(1, 3000) n returning id
    ),
    counted as (insert into offer_stock (offer_id, remaining) select id, 1 from added returning 1)
    insert into audit (event, address, subject_kind, subject, after)
    select 'stock.counted', '', 'member', ${String(plain.sellerId)}, jsonb_build_object('pieces', count(*)) from counted`.execute(
      app.tables,
    )
    const many = await pagesFor(batch(), skipLocked)
    // The indexes of large tables have one more level, so up to twice as many pages are allowed.
    expect(many, `${few} pages before`).toBeLessThan(few * 2)
  },
)

test('an order is routed again if its shop closed after routing, in whichever process', async () => {
  const [plain, other] = [await goods(1_000n), await goods(1_000n)]
  const buyer = await app.member({ balance: 10_000n })
  const place = async (reffclient: string) => {
    const batch = [placement(buyer, `${reffclient}a`, plain), placement(buyer, `${reffclient}b`, other)]
    return (await placeBatch(app.db.fast, batch, { skipLocked: false, notify: false })).map(
      (placed) => placed !== deferred && placed.verdict,
    )
  }
  expect(await place('T1')).toEqual(['placed', 'placed'])
  const shop = (change: { shop_open?: boolean; shop_hours?: number[]; status?: number }) =>
    app.tables.updateTable('member').set(change).where('id', '=', plain.sellerId).execute()
  await shop({ shop_open: false })
  expect(await place('T2')).toEqual(['stale', 'placed'])
  await shop({ shop_open: true })
  plain.offerVersion = await versionOf(plain)
  expect(await place('T3')).toEqual(['placed', 'placed'])
  await shop({ shop_hours: Array.from({ length: 14 }, (_, nth) => (nth < 2 ? 0 : -1)) })
  expect(await place('T4')).toEqual(['stale', 'placed'])
})

test('an order is routed again if its product closed after routing', async () => {
  const plain = await goods(1_000n)
  const buyer = await app.member({ balance: 10_000n })
  const product = (active: boolean) => app.tables.updateTable('product').set({ active }).where('id', '=', plain.productId).execute()
  await product(false)
  expect(await together([placement(buyer, 'Z1', plain)])).toMatchObject([{ verdict: 'stale' }])
  await product(true)
  plain.offerVersion = await versionOf(plain)
  expect(await together([placement(buyer, 'Z1', plain)])).toMatchObject([{ verdict: 'placed' }])
})

test('each order of a batch is guarded against doubles for the time that its own buyer configured', async () => {
  const plain = await goods(1_000n)
  const [one, other] = [await app.member({ balance: 10_000n }), await app.member({ balance: 10_000n })]
  // The first order has no guard, so that the positions of guards and orders differ.
  const batch = [
    { ...placement(one, 'M1', plain), guardMinutes: 0 },
    { ...placement(one, 'M2', plain), guardMinutes: 2 },
    { ...placement(other, 'M3', plain), guardMinutes: 30 },
  ]
  const ids = (await together(batch)).map((placed) => (placed !== deferred && placed.verdict === 'placed' ? placed.id : 0n))
  const { rows } = await sql<{ id: bigint; minutes: number }>`
    select recent_order.purchase_id as id, round(extract(epoch from until - purchase.created_at) / 60)::integer as minutes
    from recent_order join purchase on purchase.id = recent_order.purchase_id where purchase.id = any(${ids}::bigint[]) order by 1`.execute(
    app.db.read,
  )
  expect(rows).toEqual([
    { id: ids[1], minutes: 2 },
    { id: ids[2], minutes: 30 },
  ])
})

test('if a file sets the stock, sales since the seller read the stock are subtracted, but the result is never below 0', async () => {
  const [rare, scarce, endless] = [await goods(1_000n, 10), await goods(1_000n, 1), await goods(1_000n)]
  const buyer = await app.member({ balance: 10_000n })
  for (const nth of [1, 2, 3]) await together([placement(buyer, `V${nth}`, rare)])
  await together([placement(buyer, 'V4', scarce)])
  await app.db.transaction((tx) =>
    moveStocks(tx, [
      { offerId: rare.offerId, was: 10, stock: 50 },
      { offerId: scarce.offerId, was: 3, stock: 1 },
      { offerId: endless.offerId, was: null, stock: 7 },
    ]),
  )
  const left = async ({ offerId }: { offerId: bigint }) =>
    (await app.db.read.selectFrom('offer_stock').select('remaining').where('offer_id', '=', offerId).executeTakeFirst())?.remaining
  expect([await left(rare), await left(scarce), await left(endless)]).toEqual([47n, 0n, 7n])
  await app.db.transaction((tx) => moveStocks(tx, [{ offerId: rare.offerId, was: 50, stock: null }]))
  expect(await left(rare)).toBe(undefined)
})

test('an expired guard that is being deleted defers only its own order', async () => {
  const plain = await goods(1_000n)
  const [one, other] = [await app.member({ balance: 10_000n }), await app.member({ balance: 10_000n })]
  const place = (batch: Placement[]) => placeBatch(app.db.fast, batch, { skipLocked: false, notify: false })
  const again = (reffclient: string) => ({ ...placement(one, reffclient, plain), target: 'same' })
  await place([again('G1')])
  await sql`update recent_order set until = now() - interval '2 hours'`.execute(app.tables)
  const purge = await app.tables.startTransaction().execute()
  await sql`delete from recent_order where until < now() - interval '1 hour'`.execute(purge)
  const [waits, placed] = await place([again('G2'), placement(other, 'G3', plain)]).finally(() => purge.commit().execute())
  expect(waits).toBe(deferred)
  expect(placed).toMatchObject({ verdict: 'placed' })
  expect(await place([again('G2')])).toMatchObject([{ verdict: 'placed' }])
  expect(await place([again('G4')])).toMatchObject([{ verdict: 'double' }])
})

test('a paid bill is refused and a locked bill is deferred, whatever amounts and ids other bills have', async () => {
  const seller = await app.member({ roles: ['ROLE_SELLER'] })
  const product = await app.product({ code: `B${seller.id}`, type: 1 })
  const offerId = await app.offer({ seller, product, price: 1_000n })
  const { version } = await app.db.read.selectFrom('offer').select('version').where('id', '=', offerId).executeTakeFirstOrThrow()
  const buyer = await app.member({ balance: 10_000n })
  const bill = async (number: number) => {
    const { id } = await app.tables
      .insertInto('inquiry')
      .values({
        token: `place-${number}`,
        buyer_id: buyer.id,
        product_id: product.id,
        offer_id: offerId,
        target: `5300${number}`,
        customer_name: 'Sari',
        period: '202611',
        bill: 1_000n,
        admin_fee: 0n,
        price: 1_000n,
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`update inquiry set bill = id where id = ${id}`.execute(app.tables)
    return id
  }
  const [paid, open] = [await bill(1), await bill(2)]
  const order = (reffclient: string, inquiryId: bigint, number: number): Placement => ({
    ...placement(buyer, reffclient, {
      productId: product.id,
      productCode: product.code,
      offerId,
      offerVersion: version,
      stocked: false,
      sellerId: seller.id,
      price: 1_000n,
      fee: 10n,
    }),
    inquiryId,
    target: `5300${number}`,
  })
  const place = (batch: Placement[]) => placeBatch(app.db.fast, batch, { skipLocked: true, notify: false })
  expect(await place([order('B1', paid, 1)])).toMatchObject([{ verdict: 'placed' }])
  expect(await place([order('B2', paid, 1)])).toEqual([{ verdict: 'token' }])
  const transaction = await app.tables.startTransaction().execute()
  await transaction.selectFrom('inquiry').select('id').where('id', '=', open).forUpdate().execute()
  const held = await place([order('B3', open, 2)]).finally(() => transaction.rollback().execute())
  expect(held).toEqual([deferred])
  const [last] = await place([order('B3', open, 2)])
  expect(last).toMatchObject({ verdict: 'placed' })
  const payer = await app.db.read.selectFrom('inquiry').select('purchase_id').where('id', '=', open).executeTakeFirst()
  expect(payer).toEqual({ purchase_id: last !== deferred && last?.verdict === 'placed' ? last.id : null })
  // This bill follows a refused order, which has the first position.
  const third = await bill(3)
  const [paidTwice, behind] = await place([order('B4', paid, 1), order('B5', third, 3)])
  expect([paidTwice, behind]).toMatchObject([{ verdict: 'token' }, { verdict: 'placed' }])
  expect(await app.db.read.selectFrom('inquiry').select('purchase_id').where('id', '=', third).executeTakeFirst()).toEqual({
    purchase_id: behind !== deferred && behind?.verdict === 'placed' ? behind.id : null,
  })
})

/** Runs the work while another transaction has changed rows and still locks them. */
async function whileChanged<Result>(change: (transaction: Transaction) => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
  const transaction = await app.tables.startTransaction().execute()
  await change(transaction)
  return work().finally(() => transaction.rollback().execute())
}

type Transaction = Awaited<ReturnType<ReturnType<TestApp['tables']['startTransaction']>['execute']>>

const together = (batch: Placement[], skipLocked = false) => placeBatch(app.db.fast, batch, { skipLocked, notify: false })

test('wallets are locked in the order of their ids, and nothing is debited if one of the wallets stays locked', async () => {
  const plain = await goods(1_000n)
  const [low, high] = [await app.member({ balance: 10_000n }), await app.member({ balance: 10_000n })]
  const batch = (name: string) => [placement(high, `${name}1`, plain), placement(low, `${name}2`, plain)]
  const lock = (of: TestMember) => (transaction: Transaction) =>
    transaction.selectFrom('wallet').selectAll().where('member_id', '=', of.id).forUpdate().execute()
  const isLocked = async (of: TestMember) =>
    (await sql`select from wallet where member_id = ${of.id} for update skip locked`.execute(app.tables)).rows.length === 0
  for (const { held, other, lockedMeanwhile } of [
    { held: high, other: low, lockedMeanwhile: true },
    { held: low, other: high, lockedMeanwhile: false },
  ])
    await whileChanged(lock(held), async () => {
      const othersAreLocked = async () => {
        const placed = together(batch(`W${held.id}`)).catch((error: unknown) => error)
        await lockedOut(app, 1)
        const seen = await isLocked(other)
        expect(await placed).toMatchObject({ code: '55P03' })
        return seen
      }
      // Repeats the batch if the machine was so slow that the lock wait ended too early.
      await expect.poll(othersAreLocked).toBe(lockedMeanwhile)
    })
  expect(await app.balance(low)).toBe(10_000n)
  expect(await app.balance(high)).toBe(10_000n)
  expect(await together(batch('W'))).toMatchObject([{ verdict: 'placed' }, { verdict: 'placed' }])
})

test('a later order of a buyer is not placed before a deferred order of this buyer', async () => {
  const [plain, rare] = [await goods(1_000n), await goods(1_000n, 5)]
  const [buyer, other] = [await app.member({ balance: 10_000n }), await app.member({ balance: 10_000n })]
  const batch = [placement(buyer, 'Q1', rare), placement(buyer, 'Q2', plain), placement(other, 'Q3', plain)]
  const lock = (transaction: Transaction) =>
    transaction.selectFrom('offer_stock').selectAll().where('offer_id', '=', rare.offerId).forUpdate().execute()
  const placed = await whileChanged(lock, () => together(batch, true))
  expect(placed).toMatchObject([deferred, deferred, { verdict: 'placed' }])
  expect(await together(batch.slice(0, 2), true)).toMatchObject([{ verdict: 'placed' }, { verdict: 'placed' }])
})

test('an order that waited for the wallet or the stock uses the values that another transaction committed meanwhile', async () => {
  const [plain, rare] = [await goods(6_000n), await goods(1_000n, 1)]
  const buyer = await app.member({ balance: 10_000n })
  const has = (balance: bigint, stock: bigint) => (on: Transaction | TestApp['tables']) =>
    sql`with sold as (update offer_stock set remaining = ${stock} where offer_id = ${rare.offerId})
      update wallet set balance = ${balance} where member_id = ${buyer.id}`.execute(on)
  /**
   * Places a batch while a transaction has changed wallet and stock, then commits that transaction. Repeated if the machine was so slow that the lock
   * wait ended before the commit.
   */
  const placedBehind = async (change: ReturnType<typeof has>, batch: Placement[]): ReturnType<typeof together> => {
    await has(10_000n, 1n)(app.tables)
    const transaction = await app.tables.startTransaction().execute()
    await change(transaction)
    const placed = together(batch).catch((error: unknown) => error)
    await lockedOut(app, 1)
    await transaction.commit().execute()
    const answer = await placed
    if (isLockConflict(answer)) return placedBehind(change, batch)
    return answer as Awaited<ReturnType<typeof together>>
  }
  expect(
    await placedBehind(has(5_000n, 1n), [placement(buyer, 'C1', plain), placement(buyer, 'C2', { ...plain, price: 900n })]),
  ).toMatchObject([{ verdict: 'low' }, { verdict: 'placed', balance: 4_100n }])
  expect(await placedBehind(has(12_000n, 1n), [placement(buyer, 'C3', plain), placement(buyer, 'C4', plain)])).toMatchObject([
    { verdict: 'placed', balance: 6_000n },
    { verdict: 'placed', balance: 0n },
  ])
  expect(await placedBehind(has(10_000n, 0n), [placement(buyer, 'C5', rare), placement(buyer, 'C6', plain)])).toMatchObject([
    { verdict: 'sold_out' },
    { verdict: 'placed', balance: 4_000n },
  ])
  expect(await placedBehind(has(10_000n, 2n), [placement(buyer, 'C7', rare), placement(buyer, 'C8', rare)])).toMatchObject([
    { verdict: 'placed', balance: 9_000n },
    { verdict: 'placed', balance: 8_000n },
  ])
  expect(await app.balance(buyer)).toBe(8_000n)
})

test.each([false, true])(
  'an order of a blocked member is refused, and others of its batch are placed (skipLocked %s)',
  async (skipLocked) => {
    const [blocked, buyer] = [await app.member({ balance: 50_000n }), await app.member({ balance: 50_000n })]
    const of = await goods(10_000n)
    await shutOut(app.tables, blocked.id)
    expect(await together([placement(blocked, 'B1', of), placement(buyer, 'B2', of)], skipLocked)).toMatchObject([
      { verdict: 'blocked' },
      { verdict: 'placed', balance: 40_000n },
    ])
    expect([await app.balance(blocked), await app.balance(buyer)]).toEqual([50_000n, 40_000n])
  },
)

test('an order of a member who is blocked while the order waits for the wallet is refused', async () => {
  const of = await goods(10_000n)
  // Repeated if the machine was so slow that the lock wait ended before the commit.
  for (;;) {
    const blocked = await app.member({ balance: 50_000n })
    const transaction = await app.tables.startTransaction().execute()
    await shutOut(transaction, blocked.id)
    const placed = together([placement(blocked, 'B3', of)]).catch((error: unknown) => error)
    await lockedOut(app, 1)
    await transaction.commit().execute()
    const answer = await placed
    if (isLockConflict(answer)) continue
    expect(answer).toEqual([{ verdict: 'blocked' }])
    expect(await app.balance(blocked)).toBe(50_000n)
    break
  }
})

test('the stored key of a guard equals the key by which a failed order deletes its guard', async () => {
  const plain = await goods(1_000n)
  const buyer = await app.member({ balance: 10_000n })
  const awkward = { ...placement(buyer, 'K1', plain), target: 'a.1."{é},\\ NULL', counter: 3 }
  const [placed] = await together([awkward])
  const { rows } = await sql<{ found: bigint }>`
    select count(*) as found from purchase join recent_order on key = recent_order_key(buyer_id, product_id, target, counter)
    where reffclient = 'K1' and buyer_id = ${buyer.id} and recent_order.purchase_id = purchase.id`.execute(app.db.read)
  expect(placed).toMatchObject({ verdict: 'placed' })
  expect(rows).toEqual([{ found: 1n }])
})
