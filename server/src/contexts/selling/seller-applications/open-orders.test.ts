import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSelling } from '#contexts/members/members/members.ts'
import { lockCache } from '#db/cache-lock.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000' })
})
afterAll(() => market?.stop())

test('orders from before a seller lost its role are delivered and paid, and later orders are refused', async () => {
  const { app } = market
  const { seller, supplier } = await market.addSeller()
  const product = await app.product({ code: 'LAMA' })
  const buyer = await app.member({ balance: 100_000n })
  await app.map(buyer, await app.offer({ seller, product, price: 10_000n }))
  const order = (target: string, reffclient: string) => market.order(buyer, { productcode: 'LAMA', target, reffclient })
  const { data } = await order('87110013', 'SEBELUM')
  const attempt = () =>
    app.db.read.selectFrom('attempt').select(['id', 'state']).where('purchase_id', '=', BigInt(data.id)).executeTakeFirstOrThrow()
  await expect.poll(async () => (await attempt()).state).toBe(2)

  const admin = await app.member({ roles: ['ROLE_ADMIN'] })
  const body = { reason: 'Identitas tidak cocok', sentat: null }
  const answer = await app.call('PATCH', `/api/admin/v1/seller/reject/${seller.id}`, { token: admin.token, body })
  expect(answer.body).toMatchObject({ msg: 'Reject Ok!' })
  // The response comes once the cache contains the change.
  expect(await order('87117777', 'SESUDAH')).toMatchObject({ success: false, code: 'purchase.no_supplier' })
  expect(await app.balance(seller)).toBe(0n)

  const { code } = await app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  await supplier.report(`${code}${(await attempt()).id}`, 'success')
  expect(await app.settled(buyer, 'SEBELUM')).toMatchObject({ transactionrc: 1 })
  expect(await app.balance(seller)).toBe(10_000n)
  await market.booksHold()
})

test('the shop stays closed when its seller loses the role while opening it', async () => {
  const { app } = market
  const { seller } = await market.addSeller()
  const shop = (status: 0 | 1) => app.call('PATCH', `/api/v1/seller/tokostatus/${status}`, { token: seller.token })
  expect((await shop(0)).status).toBe(200)
  let opening: ReturnType<typeof shop> | undefined
  await app.db.transaction(async (tx) => {
    await lockCache(tx)
    // The request has passed the access check when it waits for the lock.
    opening = shop(1)
    await expect.poll(() => waitsForCacheLock(app)).toBe(true)
    await endSelling(tx, seller.id)
  })
  expect((await opening)?.status).toBe(403)
  const { shop_open } = await app.db.read.selectFrom('member').select('shop_open').where('id', '=', seller.id).executeTakeFirstOrThrow()
  expect(shop_open).toBe(false)
})

/** Whether a statement waits for the cache lock. */
async function waitsForCacheLock({ tables }: TestMarket['app']): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%cache_version%'`.execute(
    tables,
  )
  return rows.length > 0
}
