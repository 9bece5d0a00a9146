import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '6' }, ['http'])
  // Higher than the number of changes that the tests make in a minute.
  await app.setting('buyingList.changesPerMinute', 10_000)
})
afterAll(() => app?.stop())

const path = '/api/v1/product/mapping'
const order = (who: TestMember, ids: (number | bigint)[]) =>
  app.call('PATCH', `${path}/order`, { token: who.token, body: { ids: ids.map(Number) } })
const way = (who: TestMember, code: string) => app.call('GET', `/api/v1/product/route/${code}`, { token: who.token })
const newSeller = (name?: string) => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h', ...(name !== undefined && { name }) })

let serial = 0
/** A new product in the list of a new buyer: one offer per given priority, each of another seller. */
async function listOf(places: number[]) {
  const [buyer, product] = [await app.member({ balance: 1_000_000n }), await app.product({ code: `OR${++serial}` })]
  const offers: bigint[] = []
  const ids: number[] = []
  for (const place of places) {
    const offer = await app.offer({ seller: await newSeller(`Suplier ${place}`), product, price: 10_000n + BigInt(place) })
    offers.push(offer)
    ids.push(Number(await app.map(buyer, offer, place)))
  }
  return { buyer, product, offers, ids }
}

async function placesOf(buyer: TestMember): Promise<[number, number][]> {
  const { body } = await app.call('GET', `${path}s?sort=prioritas,ASC&size=-1`, { token: buyer.token })
  return body.data.content.map(({ id, prioritas }: { id: number; prioritas: number }) => [id, prioritas])
}

describe('the order of a product’s sellers', () => {
  test('has the entries that the buyer names from priority 1 on without gaps, then all other entries', async () => {
    const { buyer, product, ids } = await listOf([1, 4, 7, 9])
    const [a, b, c, d] = ids as [number, number, number, number]
    const answer = await order(buyer, [d, b])
    expect(answer).toMatchObject({ status: 200, body: { msg: 'Update Product Suplier Ok!' } })
    expect(answer.body.data.map(({ id, prioritas }: { id: number; prioritas: number }) => [id, prioritas])).toEqual([
      [d, 1],
      [b, 2],
      [a, 3],
      [c, 4],
    ])
    expect(await placesOf(buyer)).toEqual([
      [d, 1],
      [b, 2],
      [a, 3],
      [c, 4],
    ])
    // Orders use the new order of sellers once the request is answered.
    const { body } = await app.call('POST', '/api/v1/transactions/buyer', {
      token: buyer.token,
      body: { productcode: product.code, target: '08123', reffclient: 'U1' },
    })
    expect(body.data.sellername).toBe('Suplier 9')
    expect((await order(buyer, [d, b, a, c])).status).toBe(200)
  })

  test('can be changed only for entries of one product in the buyer’s own list', async () => {
    const [{ buyer, ids }, other] = [await listOf([1, 2]), await listOf([1, 2])]
    const refused = { status: 404, body: { code: 'not_found.mapping' } }
    expect(await order(buyer, [...ids, ...other.ids])).toMatchObject(refused)
    expect(await order(buyer, other.ids)).toMatchObject(refused)
    expect(await order(buyer, [999_999])).toMatchObject(refused)
    const elsewhere = await app.map(
      buyer,
      await app.offer({ seller: await newSeller(), product: await app.product({ code: `OR${++serial}` }), price: 1n }),
    )
    expect(await order(buyer, [ids[1] as number, elsewhere])).toMatchObject(refused)
    await app.call('DELETE', `${path}/${ids[0]}`, { token: buyer.token })
    expect(await order(buyer, ids)).toMatchObject(refused)
    expect((await order(buyer, [])).status).toBe(400)
    expect((await order(buyer, [ids[1] as number, ids[1] as number])).status).toBe(400)
    expect(await placesOf(other.buyer)).toEqual(other.ids.map((id, index) => [id, index + 1]))
  })

  test('stays without gaps or duplicates while entries are added and removed concurrently', async () => {
    const { buyer, product, ids } = await listOf([1, 2, 3, 4])
    const [a, b, c] = ids as [number, number, number]
    const spare = Number(await app.offer({ seller: await newSeller('Cadangan'), product, price: 9_000n }))
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all([
        order(buyer, round % 2 ? [c, b, a] : [a, c, b]),
        app.call('POST', path, { token: buyer.token, body: { productmemberid: spare } }),
        order(buyer, [b, a]),
      ])
      expect(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`)).toEqual(['200 ', '200 ', '200 '])
      const places = await placesOf(buyer)
      expect(places).toHaveLength(5)
      expect(new Set(places.map(([, place]) => place)).size).toBe(5)
      const added = answers[1]?.body.data.id
      const [removed, ordered] = await Promise.all([
        app.call('DELETE', `${path}/${added}`, { token: buyer.token }),
        order(buyer, [added, ...ids]),
      ])
      expect(removed.status).toBe(200)
      expect([200, 404]).toContain(ordered.status)
      expect((await placesOf(buyer)).map(([id]) => id).sort()).toEqual([...ids].sort())
    }
  })
})

describe('the route of an order', () => {
  test('lists the sellers in the order in which an order tries them, with price and state', async () => {
    const { buyer, product, offers, ids } = await listOf([1, 2, 3, 4])
    const [shut, disturbed, empty] = offers as [bigint, bigint, bigint, bigint]
    await app.tables.updateTable('offer').set({ open: false }).where('id', '=', shut).execute()
    await app.tables.updateTable('offer').set({ disturbed: true }).where('id', '=', disturbed).execute()
    await app.tables.updateTable('offer').set({ stocked: true }).where('id', '=', empty).execute()
    await app.tables.insertInto('offer_stock').values({ offer_id: empty, remaining: 0n }).execute()
    await app.lapak.refresh()
    const { body } = await way(buyer, product.code.toLowerCase())
    expect(body.data.routing).toBe('mine')
    expect(body.data.steps).toMatchObject([
      { id: ids[0], productmemberid: Number(shut), prioritas: 1, sellername: 'Suplier 1', price: 10_001, state: 'closed' },
      { id: ids[1], prioritas: 2, state: 'disturbed' },
      { id: ids[2], prioritas: 3, state: 'sold_out' },
      { id: ids[3], prioritas: 4, sellername: 'Suplier 4', price: 10_004, state: 'open', successrate: null },
    ])
    const list = await app.call('GET', `${path}s?sort=prioritas,ASC`, { token: buyer.token })
    expect(list.body.data.content.map(({ state }: { state: string }) => state)).toEqual(['closed', 'disturbed', 'sold_out', 'open'])
    const bought = await app.call('POST', '/api/v1/transactions/buyer', {
      token: buyer.token,
      body: { productcode: product.code, target: '08124', reffclient: 'W1' },
    })
    expect(bought.body.data).toMatchObject({ sellername: 'Suplier 4', sellprice: 10_004 })
  })

  test('follows the buyer’s routing option and omits entries that are switched off', async () => {
    const { buyer, product, ids } = await listOf([3, 2, 1])
    await app.call('PATCH', '/api/v1/user/api', { token: buyer.token, body: { routing: 'cheapest' } })
    await app.call('PATCH', `${path}/${ids[1]}/0`, { token: buyer.token })
    await app.lapak.refresh()
    const { body } = await way(buyer, product.code)
    expect(body.data.routing).toBe('cheapest')
    expect(body.data.steps.map(({ price }: { price: number }) => price)).toEqual([10_001, 10_003])
  })

  test('is empty for a product that is not in the list, and refused for an unknown product', async () => {
    const { product } = await listOf([1])
    expect((await way(await app.member(), product.code)).body.data.steps).toEqual([])
    expect(await way(await app.member(), 'TIDAKADA')).toMatchObject({ status: 404, body: { code: 'not_found.product' } })
  })
})

test('after a change of list, routing, special prices or offers is answered, the next request uses the new values [B-API-68, B-API-69]', async () => {
  const { buyer, product, offers, ids } = await listOf([1])
  const seller = await newSeller('Suplier segera')
  const offer = await app.offer({ seller, product, price: 10_200n })
  await app.customers(seller, buyer)
  const steps = async () =>
    (await way(buyer, product.code)).body.data.steps.map(({ productmemberid, price }: { productmemberid: number; price: number }) => [
      productmemberid,
      price,
    ])
  const first = [Number(offers[0]), 10_001]
  const call = (who: TestMember, method: string, to: string, body?: unknown) =>
    app.call(method, to, { token: who.token, ...(body !== undefined && { body }) })
  for (let round = 0; round < 5; round++) {
    const { body } = await call(buyer, 'POST', path, { productmemberid: Number(offer) })
    expect(await steps()).toEqual([first, [Number(offer), 10_200]])
    const { id } = (
      await call(seller, 'POST', '/api/v1/seller/productspecial', {
        productid: Number(product.id),
        memberid: Number(buyer.id),
        price: 9_000,
      })
    ).body.data
    expect(await steps()).toEqual([first, [Number(offer), 9_000]])
    await call(seller, 'DELETE', `/api/v1/seller/productspecial/${id}`)
    expect(await steps()).toEqual([first, [Number(offer), 10_200]])
    await call(seller, 'PATCH', `/api/v1/seller/product/${offer}`, { sellprice: 10_300 })
    expect(await steps()).toEqual([first, [Number(offer), 10_300]])
    await call(seller, 'PATCH', `/api/v1/seller/product/${offer}`, { sellprice: 10_200 })
    await call(seller, 'PATCH', `/api/v1/seller/product/${offer}`, { sellprice: 9_500 })
    await call(buyer, 'PATCH', '/api/v1/user/api', { routing: 'cheapest' })
    expect(await steps()).toEqual([[Number(offer), 9_500], first])
    await call(buyer, 'PATCH', '/api/v1/user/api', { routing: 'mine' })
    await call(seller, 'PATCH', `/api/v1/seller/product/${offer}`, { sellprice: 10_200 })
    await call(buyer, 'PATCH', `${path}/${ids[0]}/0`)
    expect(await steps()).toEqual([[Number(offer), 10_200]])
    await call(buyer, 'PATCH', `${path}/${ids[0]}/1`)
    await call(buyer, 'DELETE', `${path}/${body.data.id}`)
    expect(await steps()).toEqual([first])
  }
})
