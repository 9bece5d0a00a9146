import { type SupplierSimulator, startSupplier } from '@lapak/simulators/supplier'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { supplierCredentials, type TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/**
 * Orders in progress while their seller changes its server or its supplier codes. During a test no status request is due unless the test makes it
 * due.
 */
let market: TestMarket
let serial = 0

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000', UNDER_WAY_MS: '10' })
})

/** The servers to which sellers moved. */
const servers: SupplierSimulator[] = []

afterAll(async () => {
  for (const server of servers) await server.close()
  await market.stop()
})

type Seller = Awaited<ReturnType<TestMarket['addSeller']>>
type Kind = Seller['supplier']['kind']

const attemptOf = async (buyer: TestMember) =>
  market.app.db.read
    .selectFrom('attempt')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .selectAll('attempt')
    .where('purchase.buyer_id', '=', buyer.id)
    .executeTakeFirst()

const exchangesOf = (attempt: bigint) =>
  market.app.db.read.selectFrom('exchange').select(['kind', 'request']).where('attempt_id', '=', attempt).orderBy('at').execute()

const alertsOf = (attempt: bigint) =>
  market.app.db.read.selectFrom('purchase_alert').select(['kind', 'message']).where('attempt_id', '=', attempt).execute()

/** An order that the seller's server accepted and reports as pending. */
async function ordered(seller: Seller) {
  serial += 1
  const product = await market.app.product({ code: `PINDAH${serial}` })
  const buyer = await market.app.member({ balance: 500_000n })
  const offer = await market.app.offer({ seller: seller.seller, product, price: 10_000n })
  await market.app.map(buyer, offer)
  const target = `85${serial}7777`
  seller.supplier.script(target, 'pending-forever')
  await market.order(buyer, { productcode: product.code, target, reffclient: 'A' })
  await expect.poll(async () => (await attemptOf(buyer))?.state).toBe(2)
  const attempt = await attemptOf(buyer)
  if (attempt === undefined) throw new Error('an order without an attempt')
  const { code } = await market.app.db.read.selectFrom('installation').select('code').executeTakeFirstOrThrow()
  return { buyer, attempt: attempt.id, offer, product, reference: `${code}${attempt.id}` }
}

const asOwner = (seller: Seller, path: string, body: Record<string, unknown>) =>
  market.app.call('PATCH', path, { token: seller.seller.token, body })

const settingsAt = (kind: Kind, supplier: Seller['supplier'], changes = {}) => ({
  userid: supplierCredentials.userId,
  pin: supplierCredentials.pin,
  username: supplierCredentials.username,
  password: supplierCredentials.password,
  jenisapi: { irs: 1, otomax: 2, 'http-get': 3 }[kind],
  apiurl: supplier.url,
  templates: supplier.templates,
  ...changes,
})

const sentAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Makes an attempt due for a status request, or for sending again as after the answer "no such transaction". */
const due = (attempt: bigint, what: 'asked' | 'sent again', minutesAgo: number) =>
  market.app.tables
    .updateTable('attempt')
    .set({ state: what === 'asked' ? 3 : 0, due_at: new Date(Date.now() - 1_000), sent_at: sentAgo(minutesAgo) })
    .where('id', '=', attempt)
    .execute()

const kinds: Kind[] = ['irs', 'otomax', 'http-get']

describe.each(kinds)('an order in progress at a seller of kind %s', (kind) => {
  test.each(['asked', 'sent again'] as const)(
    'does not go to the seller’s new server when it is due to be %s, and a report of the former server ends it',
    async (what) => {
      const seller = await market.addSeller({ kind, timeoutMs: 20_000 })
      const next = await startSupplier({ kind, credentials: supplierCredentials })
      servers.push(next)
      const { buyer, attempt, reference } = await ordered(seller)
      expect((await asOwner(seller, '/api/v1/seller/api', settingsAt(kind, next))).body.data).toMatchObject({ tested: true })
      await due(attempt, what, 10)
      await expect
        .poll(() => alertsOf(attempt))
        .toEqual([{ kind: 'status_too_old', message: expect.stringMatching(/Server atau kode suplier diganti/) }])
      expect(next.orders.size).toBe(0)
      expect(seller.supplier.ordersOf(reference)).toBe(1)

      await seller.supplier.report(reference, 'success')
      expect(await market.app.settled(buyer, 'A')).toMatchObject({ transactionrc: 1, price: 10_000n })
      await market.booksHold()
    },
  )

  test('still gets status requests if the seller changed settings other than the server and the supplier code', async () => {
    const seller = await market.addSeller({ kind, timeoutMs: 20_000 })
    const { attempt } = await ordered(seller)
    expect((await asOwner(seller, '/api/v1/seller/api', settingsAt(kind, seller.supplier, { timeoutms: 9_000 }))).body.data).toMatchObject({
      tested: true,
    })
    await due(attempt, 'asked', 10)
    await expect.poll(async () => (await exchangesOf(attempt)).length).toBe(2)
    expect(await alertsOf(attempt)).toEqual([])
  })
})

describe('an order in progress after its offer got another supplier code', () => {
  const withCode = async () => {
    const seller = await market.addSeller({ timeoutMs: 20_000 })
    const one = await ordered(seller)
    const recode = async (kodesupplier: string) =>
      expect((await asOwner(seller, `/api/v1/seller/product/${one.offer}`, { kodesupplier })).body.success).toBe(true)
    return { seller, recode, ...one }
  }

  test('gets status requests with its original code, and the next order uses the new code', async () => {
    const { seller, recode, buyer, attempt, product } = await withCode()
    await recode('BARU')
    await due(attempt, 'asked', 10)
    await expect.poll(async () => (await exchangesOf(attempt)).length).toBe(2)
    const [, asked] = await exchangesOf(attempt)
    expect(asked?.request).toContain(product.code)
    expect(asked?.request).not.toContain('BARU')

    await market.order(buyer, { productcode: product.code, target: '0812345678', reffclient: 'B' })
    expect(await market.app.settled(buyer, 'B')).toMatchObject({ transactionrc: 1 })
    expect([...seller.supplier.orders.values()].map(({ productCode }) => productCode)).toEqual([product.code, 'BARU'])
    await market.booksHold()
  })

  test('raises an alert if its original code is no longer stored', async () => {
    const { recode, attempt, reference, seller } = await withCode()
    await recode('BARU1')
    await recode('BARU2')
    await due(attempt, 'asked', 10)
    await expect.poll(() => alertsOf(attempt)).toMatchObject([{ kind: 'status_too_old' }])
    expect(seller.supplier.ordersOf(reference)).toBe(1)
  })
})
