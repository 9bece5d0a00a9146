import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'

/** A seller that accepted an order, and whose server then refuses every status request with an answer that contains the order. */
let market: TestMarket
let serial = 0

beforeAll(async () => {
  market = await startMarket()
})

afterAll(() => market.stop())

const trailOf = (reffclient: string) =>
  market.app.db.read
    .selectFrom('exchange')
    .innerJoin('attempt', 'attempt.id', 'exchange.attempt_id')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .select(['exchange.kind', 'exchange.state', 'attempt.state as attempt', 'attempt.seller_id'])
    .where('purchase.reffclient', '=', reffclient)
    .orderBy('exchange.at')
    .execute()

const json = (message: string, rc: string) =>
  `{"data":{"ref_id":"[refid]","customer_no":"TUJUAN","message":"${message}","status":"Gagal","rc":"${rc}","sn":""}}`

test.each([
  ['otomax', 'R#[refid] S10.TUJUAN GAGAL. IP tidak diizinkan. Saldo: 0'],
  ['otomax', 'R#[refid] S10.TUJUAN GAGAL. Trx kembar. Saldo 1'],
  ['irs', '{"success":false,"rc":"17","reffid":"[refid]","tujuan":"TUJUAN","msg":"R#[refid] S10.TUJUAN GAGAL. Saldo tidak cukup"}'],
  ['irs', 'R#[refid] S10.TUJUAN GAGAL. IDTRX tidak boleh sama. Saldo 1'],
  ['http-get', json('Anda telah mencapai limitasi, silahkan coba beberapa saat lagi', '83')],
  ['http-get', json('Signature tidak valid', '41')],
] as const)(
  'a %s server that refuses status requests changes neither the order nor the money, and no other seller is tried [%s]',
  async (kind, refusal) => {
    serial += 1
    const [first, second] = [await market.addSeller({ kind }), await market.addSeller()]
    const product = await market.app.product({ code: `TOLAK${serial}` })
    const buyer = await market.app.member({ balance: 500_000n })
    for (const [nth, { seller }] of [first, second].entries())
      await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n }), nth + 1)
    const target = `0812777700${serial}5`
    first.supplier.quote(target, {
      order: `R#[refid] S10.${target} akan diproses. Saldo 489.850`,
      status: refusal.replaceAll('TUJUAN', target),
    })
    const reffclient = `TOLAK-${serial}`
    expect(await market.order(buyer, { productcode: product.code, target, reffclient })).toMatchObject({ success: true })

    await expect.poll(async () => (await trailOf(reffclient)).filter(({ kind }) => kind === 'status').length).toBeGreaterThan(1)
    const trail = await trailOf(reffclient)
    expect(new Set(trail.filter(({ kind }) => kind === 'status').map(({ state }) => state))).toEqual(new Set(['unknown']))
    expect(new Set(trail.map(({ seller_id }) => seller_id))).toEqual(new Set([first.seller.id]))
    expect(second.supplier.orders.size).toBe(0)
    expect(await market.app.balance(buyer)).toBe(490_000n)

    // The seller delivers nevertheless, and is paid.
    await first.supplier.report(first.supplier.orders.keys().next().value ?? '', 'success')
    expect(await market.app.settled(buyer, reffclient)).toMatchObject({ transactionrc: 1 })
    expect(second.supplier.orders.size).toBe(0)
    expect(await market.app.balance(first.seller)).toBe(10_000n)
    await market.booksHold()
  },
)
