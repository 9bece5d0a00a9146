import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { cashOut } from '../../../../../test/money.ts'

/** Sales as a seller sees them. */
type Seller = Awaited<ReturnType<TestMarket['addSeller']>>
let market: TestMarket
let first: Seller
let second: Seller
let buyer: TestMember

beforeAll(async () => {
  market = await startMarket({ ASK_AFTER_MS: '600000' })
  await market.app.setting('sale.feeFlat', 150n)
  first = await market.addSeller()
  second = await market.addSeller()
  const product = await market.app.product({ code: 'JL10' })
  buyer = await market.app.member({ name: 'Konter Budi', balance: 1_000_000n })
  for (const [at, { seller }] of [first, second].entries())
    await market.app.map(buyer, await market.app.offer({ seller, product, price: 10_000n + BigInt(at) * 500n }), at + 1)
})

afterAll(() => market?.stop())

/** An order that the first seller fails to deliver and the second seller delivers. */
async function failedOver(reffclient: string, target: string) {
  first.supplier.script(target, 'failure')
  second.supplier.script(target, 'success')
  expect(await market.order(buyer, { productcode: 'JL10', target, reffclient })).toMatchObject({ success: true })
  return market.app.settled(buyer, reffclient)
}

const asSeller = ({ seller }: Seller, path: string) => market.app.call('GET', `/api/v1/seller/trx${path}`, { token: seller.token })

test('a seller sees the exchanges with its own server and the earnings of a sale, and nothing of other sellers', async () => {
  const { id } = await failedOver('JL-1', '081234000001')
  const { status, body } = await asSeller(second, `/${id}`)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ membername: 'Konter Budi', sellprice: 10_500, fee: 150, earned: 10_350, transactionrc: 1 })
  expect(body.data.attempts).toHaveLength(1)
  expect(body.data.attempts[0]).toMatchObject({ state: 'success', sellername: second.seller.name })
  expect(body.data.exchanges.map(({ kind }: { kind: string }) => kind)).toEqual(['order'])
  expect(body.data.exchanges[0].request).toContain('081234000001')
  expect(JSON.stringify(body)).not.toContain(first.seller.name)
  expect(JSON.stringify(body)).not.toContain('@')
})

test('the seller that failed to deliver cannot find the sale after it moved to another seller', async () => {
  const { id } = await failedOver('JL-2', '081234000002')
  expect((await asSeller(first, `/${id}`)).status).toBe(404)
  const otherSeller = await market.addSeller()
  expect((await asSeller(otherSeller, `/${id}`)).status).toBe(404)
  expect((await market.app.call('GET', `/api/v1/seller/trx/${id}`, { token: buyer.token })).status).toBe(403)
})

test('the earnings of a pending sale are not shown yet, and the earnings of a failed sale are 0', async () => {
  const target = '0812340013'
  expect(await market.order(buyer, { productcode: 'JL10', target, reffclient: 'JL-3' })).toMatchObject({ success: true })
  const { body: listed } = await asSeller(first, '?search=JL-3')
  const { id } = listed.data.content[0]
  expect((await asSeller(first, `/${id}`)).body.data).toMatchObject({ transactionrc: 0, earned: null, fee: 150 })
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const forced = await market.app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, {
    token: admin.token,
    body: { description: 'Tidak sampai' },
  })
  expect(forced.status).toBe(200)
  expect((await asSeller(first, `/${id}`)).body.data).toMatchObject({ transactionrc: 2, earned: 0 })
})

test('a seller sees how much of a sale paid its debt, and how much debt a pending sale would pay first', async () => {
  const { id } = await failedOver('JL-4', '081234000004')
  await market.app.db.transaction((tx) => cashOut(tx, second.seller.id, 31_050n))
  const admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  const refunded = await market.app.call('PATCH', `/api/admin/v1/transaction/${id}/2`, {
    token: admin.token,
    body: { description: 'Tidak sampai' },
  })
  expect(refunded.status).toBe(200)
  expect((await asSeller(second, `/${id}`)).body.data).toMatchObject({ earned: 0, recovered: 0, debt: 10_350 })
  const { id: next } = await failedOver('JL-5', '081234000005')
  expect((await asSeller(second, `/${next}`)).body.data).toMatchObject({ earned: 10_350, recovered: 10_350, debt: 0 })
})

test('a seller finds sales by the name of the buyer only if the buyer is its customer', async () => {
  const otherBuyer = await market.app.member({ name: 'Konter Budiman', balance: 100_000n })
  const other = await market.addSeller()
  const product = await market.app.product({ code: 'JL20' })
  await market.app.map(otherBuyer, await market.app.offer({ seller: other.seller, product, price: 5_000n }))
  expect(await market.order(otherBuyer, { productcode: 'JL20', target: '081234000009', reffclient: 'JL-9' })).toMatchObject({
    success: true,
  })
  const found = async (of: Seller, search: string) =>
    (await asSeller(of, `?search=${encodeURIComponent(search)}`)).body.data.content.map(
      ({ membername }: { membername: string }) => membername,
    )
  expect(new Set(await found(second, 'konter bud'))).toEqual(new Set(['Konter Budi']))
  expect(await found(other, 'konter bud')).toEqual(['Konter Budiman'])
  expect(await found(second, 'budiman')).toEqual([])
  expect(await found(second, second.seller.name)).toEqual([])
})

test('the list of sales contains fee and earnings', async () => {
  const { body } = await asSeller(second, '?search=JL-1')
  expect(body.data.content).toMatchObject([{ reffclient: 'JL-1', sellprice: 10_500, fee: 150, earned: 10_350 }])
})

test('the downloaded file contains the sales of the list, with the buyer', async () => {
  const answer = await fetch(`${market.app.url}/api/v1/seller/trx/download?sort=id,ASC`, {
    headers: { authorization: `Bearer ${second.seller.token}` },
  })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="penjualan.csv"')
  const [headings, ...rows] = parse(await answer.text(), { bom: true, recordDelimiter: '\r\n' }) as string[][]
  expect(headings).toContain('Member')
  expect(headings).not.toContain('Suplier')
  expect(rows.map((row) => row[headings?.indexOf('Reff Client') ?? -1])).toEqual(['JL-1', 'JL-2', 'JL-4', 'JL-5'])
  const cell = (heading: string) => rows[0]?.[headings?.indexOf(heading) ?? -1]
  expect(['Member', 'Harga', 'Biaya', 'Hasil'].map(cell)).toEqual(['Konter Budi', '10500', '150', '10350'])
  const exported = market.app.db.read.selectFrom('audit').select(['actor_id', 'after']).where('event', '=', 'sales.exported')
  expect(await exported.execute()).toEqual([{ actor_id: second.seller.id, after: { rows: 4 } }])
})
