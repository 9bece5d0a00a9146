import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestMember } from '../../../../test/app.ts'
import { emailTo } from '../../../../test/emails.ts'
import { letIn, shutOut } from '../../../../test/shut-out.ts'
import { steppedUpAgo } from '../../../../test/step-up.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, ['http'])
})
afterAll(() => app?.stop())

const path = '/api/v1/product/mapping'
const list = (who: TestMember, query = '') => app.call('GET', `${path}s${query}`, { token: who.token })
const post = (who: TestMember, body: unknown) => app.call('POST', path, { token: who.token, body })
const setStatus = (who: TestMember, id: number | bigint, status: number | string) =>
  app.call('PATCH', `${path}/${id}/${status}`, { token: who.token })
const remove = (who: TestMember, id: number | bigint) => app.call('DELETE', `${path}/${id}`, { token: who.token })
const newSeller = (name?: string) => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h', ...(name !== undefined && { name }) })
const ids = (answer: { body: { data: { content: { id: number }[] } } }) => answer.body.data.content.map((row) => row.id)

let serial = 0
const newProduct = () => app.product({ code: `DP${++serial}` })

async function order(buyer: TestMember, productcode: string, reffclient: string) {
  await app.lapak.refresh()
  return app.call('POST', '/api/v1/transactions/buyer', {
    token: buyer.token,
    body: { productcode, target: `08${reffclient}`, reffclient },
  })
}

describe('a buyer [B-ROLE-11]', () => {
  test('adds an offer to its list, which then shows the offer at this buyer’s price [B-API-67, B-API-68, B-ENT-29, B-ENT-30]', async () => {
    const [buyer, seller, product] = [await app.member(), await newSeller('Grosir Pulsa'), await newProduct()]
    const offer = await app.offer({ seller, product, price: 10_500n, promo: 10_200n })
    const added = await post(buyer, { productmemberid: Number(offer), status: 0, prioritas: 4, sellerid: Number(seller.id) })
    expect(added).toMatchObject({ status: 200, body: { success: true, msg: 'Add Product Suplier Ok!' } })
    expect(added.body.data).toEqual({
      id: expect.any(Number),
      productmemberid: Number(offer),
      productcode: product.code,
      productname: `Produk ${product.code}`,
      brandname: `Brand ${product.code}`,
      sellername: 'Grosir Pulsa',
      sellerid: Number(seller.id),
      statustoko: 1,
      producttype: 0,
      denom: 10,
      targetkind: 'text',
      price: 10_200,
      sellprice: 10_500,
      discount: 10_200,
      state: 'open',
      prioritas: 4,
      status: 0,
      successrate: null,
      mediandetik: null,
      sengketa: null,
    })
    expect((await list(buyer)).body.data).toEqual({ content: [added.body.data], totalElements: 1 })
  })

  test('adds all offers of a seller together, after the existing entries, and can order from the new entries', async () => {
    const [buyer, first, seller] = [await app.member({ balance: 100_000n }), await newSeller(), await newSeller()]
    const [known, listed, fresh, closed, gone] = await Promise.all([1, 2, 3, 4, 5].map(newProduct))
    if (!known || !listed || !fresh || !closed || !gone) throw new Error('no products')
    await app.map(buyer, await app.offer({ seller: first, product: known, price: 9_000n }), 3)
    const offers = [known, listed, fresh].map((product) => app.offer({ seller, product, price: 10_000n }))
    const [behind, off] = await Promise.all(offers)
    await setStatus(buyer, (await post(buyer, { productmemberid: Number(off) })).body.data.id, 0)
    await app.offer({ seller, product: closed, price: 10_000n, open: false })
    await app.offer({ seller, product: gone, price: 10_000n })
    await app.tables.updateTable('product').set({ active: false }).where('id', '=', gone.id).execute()
    await app.lapak.refresh()
    const addAll = () => app.call('POST', `${path}/seller/${seller.id}`, { token: buyer.token })
    expect(await addAll()).toMatchObject({ status: 200, body: { data: { ditambah: 3 }, msg: 'Add Product Suplier Ok!' } })
    const rows = (await list(buyer, '?sort=id,ASC&size=-1')).body.data.content as {
      productcode: string
      productmemberid: number
      prioritas: number
      status: number
    }[]
    expect(rows).toHaveLength(5)
    expect(rows.find(({ productmemberid }) => productmemberid === Number(behind))).toMatchObject({ prioritas: 4, status: 1 })
    expect(rows.find(({ productcode }) => productcode === listed.code)).toMatchObject({ prioritas: 1, status: 0 })
    expect(rows.map(({ productcode }) => productcode)).not.toContain(gone.code)
    // A repeated call adds no entry and changes no priority.
    expect((await addAll()).body.data).toEqual({ ditambah: 0 })
    expect((await list(buyer, '?sort=id,ASC&size=-1')).body.data.content).toEqual(rows)
    expect((await order(buyer, fresh.code, '7001')).body.data).toMatchObject({ sellerid: Number(seller.id) })
    expect((await order(buyer, known.code, '7002')).body.data).toMatchObject({ sellerid: Number(first.id) })
  })

  test('cannot add all offers of an unknown member, of itself or of a blocked seller, and has a rate limit for such requests', async () => {
    const [buyer, seller, blocked] = [await app.member(), await newSeller(), await newSeller()]
    await shutOut(app.tables, blocked.id)
    const addAll = (id: bigint | number | string, who: TestMember = buyer) => app.call('POST', `${path}/seller/${id}`, { token: who.token })
    for (const [id, who] of [
      [999_999, buyer],
      [buyer.id, buyer],
      [blocked.id, buyer],
      [seller.id, seller],
    ] as const)
      expect(await addAll(id, who)).toMatchObject({ status: 404, body: { code: 'not_found.seller' } })
    expect((await addAll('semua')).status).toBe(400)
    expect((await app.call('POST', `${path}/seller/${seller.id}`)).status).toBe(401)
    await app.tables.updateTable('rate_count').set({ count: 30 }).where('subject', 'like', `%:${buyer.id}`).execute()
    expect(await addAll(seller.id)).toMatchObject({ status: 429, body: { code: 'rate.too_many' } })
  })

  test('gets the priority after the last entry of the product if the request contains no priority', async () => {
    const [buyer, product, other] = [await app.member(), await newProduct(), await newProduct()]
    const offers = [await newSeller(), await newSeller(), await newSeller()].map((seller) => app.offer({ seller, product, price: 10_500n }))
    const [first, second, third] = (await Promise.all(offers)).map(Number)
    expect((await post(buyer, { productmemberid: first })).body.data.prioritas).toBe(1)
    expect((await post(buyer, { productmemberid: second, prioritas: 7 })).body.data.prioritas).toBe(7)
    expect((await post(buyer, { productmemberid: third, prioritas: null })).body.data).toMatchObject({ prioritas: 8, status: 1 })
    const elsewhere = await app.offer({ seller: await newSeller(), product: other, price: 10_500n })
    expect((await post(buyer, { productmemberid: Number(elsewhere) })).body.data.prioritas).toBe(1)
  })

  test('has its orders routed by the priorities of the list', async () => {
    const [buyer, product, near, far] = [
      await app.member({ balance: 1_000_000n }),
      await newProduct(),
      await newSeller('Dekat'),
      await newSeller('Jauh'),
    ]
    const [nearOffer, farOffer] = [
      await app.offer({ seller: near, product, price: 200n }),
      await app.offer({ seller: far, product, price: 100n }),
    ]
    await post(buyer, { productmemberid: Number(farOffer), prioritas: 2 })
    const { id } = (await post(buyer, { productmemberid: Number(nearOffer), prioritas: 1 })).body.data
    expect((await order(buyer, product.code, '11')).body.data.sellername).toBe('Dekat')
    await setStatus(buyer, id, 0)
    expect((await order(buyer, product.code, '12')).body.data.sellername).toBe('Jauh')
  })

  test('switches an entry off and on [B-API-69]', async () => {
    const [buyer, product] = [await app.member({ balance: 1_000_000n }), await newProduct()]
    const offer = await app.offer({ seller: await newSeller(), product, price: 10_500n })
    const { id } = (await post(buyer, { productmemberid: Number(offer) })).body.data
    expect(await setStatus(buyer, id, 0)).toMatchObject({
      status: 200,
      body: { msg: 'Update Product Suplier Ok!', data: { id, status: 0 } },
    })
    expect((await list(buyer)).body.data.content).toMatchObject([{ id, status: 0 }])
    expect((await order(buyer, product.code, '21')).body.code).toBe('purchase.not_in_list')
    expect((await setStatus(buyer, id, 1)).body.data).toMatchObject({ id, status: 1 })
    expect((await order(buyer, product.code, '22')).status).toBe(200)
    expect((await setStatus(buyer, id, 2)).status).toBe(400)
    expect((await setStatus(buyer, 999_999, 1)).body.code).toBe('not_found.mapping')
  })

  test('removes an entry, and can add the same offer again [B-API-70]', async () => {
    const [buyer, product] = [await app.member(), await newProduct()]
    const offer = Number(await app.offer({ seller: await newSeller(), product, price: 10_500n }))
    const { id } = (await post(buyer, { productmemberid: offer })).body.data
    expect(await remove(buyer, id)).toMatchObject({ status: 200, body: { success: true, msg: 'Delete Ok!' } })
    expect((await list(buyer)).body.data).toEqual({ content: [], totalElements: 0 })
    expect(await remove(buyer, id)).toMatchObject({ status: 404, body: { code: 'not_found.mapping' } })
    expect((await setStatus(buyer, id, 1)).status).toBe(404)
    const again = (await post(buyer, { productmemberid: offer })).body.data
    expect(again).toMatchObject({ prioritas: 1 })
    expect(again.id).not.toBe(id)
  })

  test('filters and sorts the list', async () => {
    const [buyer, ani, budi] = [await app.member(), await newSeller('Ani Cell'), await newSeller('Budi 50%')]
    const [a, b] = [await newProduct(), await newProduct()]
    const [first, second] = [
      Number(await app.map(buyer, await app.offer({ seller: ani, product: a, price: 300n }), 9)),
      Number(await app.map(buyer, await app.offer({ seller: budi, product: b, price: 200n }), 2)),
    ]
    const goods = await app.db.read.selectFrom('product').selectAll().where('id', '=', b.id).executeTakeFirstOrThrow()
    expect(ids(await list(buyer))).toEqual([second, first])
    for (const sort of ['id', 'productcode', 'productname', 'sellername'])
      expect(ids(await list(buyer, `?sort=${sort},ASC`))).toEqual([first, second])
    for (const sort of ['price', 'prioritas']) expect(ids(await list(buyer, `?sort=${sort},ASC`))).toEqual([second, first])
    expect(ids(await list(buyer, `?brandid=${goods.brand_id}`))).toEqual([second])
    expect(ids(await list(buyer, `?categoryid=${goods.category_id}`))).toEqual([second])
    expect(ids(await list(buyer, `?sellerid=${ani.id}`))).toEqual([first])
    expect(ids(await list(buyer, '?search=50%25'))).toEqual([second])
    expect(ids(await list(buyer, '?search=a_i'))).toEqual([])
    expect((await list(buyer, '?size=1&page=1')).body.data).toMatchObject({ totalElements: 2, content: [{ id: first }] })
    expect((await list(buyer, '?size=-1')).body.data.content).toHaveLength(2)
    expect((await list(buyer, '?sort=hargajual')).status).toBe(400)
  })

  test('sees in the list exactly the price that an order pays, and can sort by this price', async () => {
    const [buyer, neighbour, seller] = [await app.member({ balance: 10_000_000n }), await app.member(), await newSeller()]
    const offers = [
      { price: 10_500n },
      { price: 10_000n, promo: 9_000n },
      { price: 8_000n, promo: 8_000n },
      { price: 7_000n, promo: 99_000n },
      { price: 6_500n, promo: 0n },
      { price: 9_500n, special: 12_000n },
      { price: 9_400n, promo: 9_300n, special: 5_000n },
      { price: 9_200n, promo: 9_100n, ended: 4_000n },
      { price: 9_150n, foreign: 3_000n },
    ]
    for (const { special, ended, foreign, ...prices } of offers) {
      const product = await newProduct()
      const offer_id = await app.offer({ seller, product, ...prices })
      const give = (price: bigint, more: { buyer?: bigint; archived_at?: Date } = {}) =>
        app.tables
          .insertInto('special_price')
          .values({ offer_id, buyer_id: more.buyer ?? buyer.id, price, archived_at: more.archived_at ?? null })
          .execute()
      if (special) await give(special)
      if (ended) await give(ended, { archived_at: new Date() })
      if (foreign) await give(foreign, { buyer: neighbour.id })
      await app.map(buyer, offer_id)
    }
    const rows: { productcode: string; price: number }[] = (await list(buyer, '?size=-1&sort=price,ASC')).body.data.content
    expect(rows.map(({ price }) => price)).toEqual([5_000, 6_500, 7_000, 8_000, 9_000, 9_100, 9_150, 10_500, 12_000])
    for (const [nth, { productcode, price }] of rows.entries()) {
      expect((await order(buyer, productcode, `3${nth}`)).body.data.sellprice).toBe(price)
    }
  })
})

describe('a buying list', () => {
  test('refuses an offer that is already in the list, and a priority that another entry of the product has', async () => {
    const [buyer, product] = [await app.member(), await newProduct()]
    const [first, second] = [
      await app.offer({ seller: await newSeller(), product, price: 1n }),
      await app.offer({ seller: await newSeller(), product, price: 1n }),
    ].map(Number)
    await post(buyer, { productmemberid: first, prioritas: 999 })
    expect(await post(buyer, { productmemberid: first })).toMatchObject({ status: 409, body: { code: 'mapping.exists' } })
    expect(await post(buyer, { productmemberid: second, prioritas: 999 })).toMatchObject({
      status: 409,
      body: { code: 'mapping.priority_used', msg: 'Prioritas 999 sudah dipakai untuk produk ini' },
    })
    expect((await post(buyer, { productmemberid: second })).body.code).toBe('mapping.priority_used')
    expect((await post(buyer, { productmemberid: second, prioritas: 1 })).status).toBe(200)
  })

  test('refuses an unknown or archived offer, an offer of another seller than the given one, and an offer whose product or seller is closed', async () => {
    const [buyer, seller, product] = [await app.member(), await newSeller(), await newProduct()]
    const offer = await app.offer({ seller, product, price: 10_500n })
    const ask = { productmemberid: Number(offer) }
    const refused = { status: 404, body: { code: 'not_found.offer' } }
    expect(await post(buyer, { productmemberid: 999_999 })).toMatchObject(refused)
    expect(await post(buyer, { ...ask, sellerid: Number(buyer.id) })).toMatchObject(refused)
    await app.tables.updateTable('product').set({ active: false }).where('id', '=', product.id).execute()
    expect(await post(buyer, ask)).toMatchObject(refused)
    await app.tables.updateTable('product').set({ active: true }).where('id', '=', product.id).execute()
    await shutOut(app.tables, seller.id)
    expect(await post(buyer, ask)).toMatchObject(refused)
    await letIn(app.tables, seller.id)
    await app.tables.updateTable('offer').set({ archived_at: new Date() }).where('id', '=', offer).execute()
    expect(await post(buyer, ask)).toMatchObject(refused)
  })

  test('refuses a seller’s own products', async () => {
    const seller = await newSeller()
    const offer = await app.offer({ seller, product: await newProduct(), price: 10_500n })
    expect(await post(seller, { productmemberid: Number(offer) })).toMatchObject({ status: 404, body: { code: 'not_found.offer' } })
  })

  test.each([[{ prioritas: 0 }], [{ prioritas: 1000 }], [{ prioritas: 1.5 }], [{ status: 2 }], [{ productmemberid: 'x' }]])(
    'refuses the invalid input %j',
    async (wrong) => {
      const buyer = await app.member()
      const offer = await app.offer({ seller: await newSeller(), product: await newProduct(), price: 10_500n })
      const answer = await post(buyer, { productmemberid: Number(offer), ...wrong })
      expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
      expect(Object.keys(answer.body.errors)).toEqual(Object.keys(wrong))
    },
  )

  test('can be neither read nor changed by other buyers or without signing in', async () => {
    const [owner, otherBuyer] = [await app.member(), await app.member()]
    const id = await app.map(owner, await app.offer({ seller: await newSeller(), product: await newProduct(), price: 10_500n }))
    const refused = { status: 404, body: { code: 'not_found.mapping' } }
    expect(await setStatus(otherBuyer, id, 0)).toMatchObject(refused)
    expect(await remove(otherBuyer, id)).toMatchObject(refused)
    expect(ids(await list(otherBuyer))).toEqual([])
    expect((await list(owner)).body.data.content).toMatchObject([{ id: Number(id), status: 1 }])
    expect((await app.call('GET', `${path}s`)).status).toBe(401)
    expect((await app.call('POST', path, { body: { productmemberid: 1 } })).status).toBe(401)
    expect((await app.call('PATCH', `${path}/${id}/0`)).status).toBe(401)
    expect((await app.call('DELETE', `${path}/${id}`)).status).toBe(401)
  })
})

describe('a stolen session', () => {
  const refused = { status: 422, body: { code: 'access.proof_needed' } }

  /** A buyer whose software has used its key, with a list of two sellers. */
  async function buyerWithSoftware() {
    const [buyer, product] = [await app.member(), await newProduct()]
    const [first, second] = [
      await app.map(buyer, await app.offer({ seller: await newSeller(), product, price: 10_500n })),
      await app.map(buyer, await app.offer({ seller: await newSeller(), product, price: 9_500n }), 2),
    ].map(Number) as [number, number]
    expect((await app.h2h(buyer, 'GET', '/h2h/v1/balance')).status).toBe(200)
    const usedAt = async () => (await app.call('GET', '/api/v1/user/api', { token: buyer.token })).body.data.keys[0].usedat
    await expect.poll(usedAt).not.toBeNull()
    return { buyer, product, first, second }
  }

  test('cannot change the list by which software orders, without step-up authentication', async () => {
    const { buyer, product, first, second } = await buyerWithSoftware()
    const seller = await newSeller()
    const offer = await app.offer({ seller, product, price: 99_000n })
    const before = (await list(buyer)).body.data
    await steppedUpAgo(app, buyer, 11)
    const changes = [
      () => post(buyer, { productmemberid: Number(offer) }),
      () => app.call('POST', `${path}/seller/${seller.id}`, { token: buyer.token }),
      () => app.call('PATCH', `${path}/order`, { token: buyer.token, body: { ids: [second] } }),
      () => setStatus(buyer, first, 0),
      () => remove(buyer, first),
    ]
    for (const change of changes) expect(await change()).toMatchObject(refused)
    expect((await list(buyer)).body.data).toEqual(before)
    await steppedUpAgo(app, buyer, 1)
    for (const change of changes) expect((await change()).status).toBe(200)
  })

  test('cannot change the list after it has removed the key or the Jabber address, until the longest life of a session has passed', async () => {
    const { buyer, first } = await buyerWithSoftware()
    const jabber = await app.member()
    const entry = await app.map(jabber, await app.offer({ seller: await newSeller(), product: await newProduct(), price: 10_500n }))
    const { id: addressId } = await app.tables
      .insertInto('jabber_id')
      .values({ member_id: jabber.id, jid: 'toko.lama@jabber.example', verified_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [key] = (await app.call('GET', '/api/v1/user/api', { token: buyer.token })).body.data.keys
    for (const [who, thing] of [
      [buyer, `api/keys/${key.id}`],
      [jabber, `jabber/${addressId}`],
    ] as const) {
      await steppedUpAgo(app, who, 11)
      expect((await app.call('DELETE', `/api/v1/user/${thing}`, { token: who.token })).status).toBe(200)
    }
    expect(await setStatus(buyer, first, 0)).toMatchObject(refused)
    expect(await setStatus(jabber, Number(entry), 0)).toMatchObject(refused)
    const options = (who: TestMember, body: unknown) => app.call('PATCH', '/api/v1/user/api', { token: who.token, body })
    for (const who of [buyer, jabber]) expect(await options(who, { routing: 'cheapest', doubleguard: 0 })).toMatchObject(refused)
    const removed = await emailTo(app, buyer.email, 'API key dihapus')
    expect(removed.paragraphs.join(' ')).toContain('periksa daftar beli')
    const longAgo = new Date(Date.now() - 91 * 86_400_000)
    await app.tables.updateTable('api_key').set({ revoked_at: longAgo }).where('id', '=', BigInt(key.id)).execute()
    await app.tables.updateTable('jabber_id').set({ archived_at: longAgo }).where('id', '=', addressId).execute()
    expect((await setStatus(buyer, first, 0)).status).toBe(200)
    expect((await setStatus(jabber, Number(entry), 0)).status).toBe(200)
  })

  test('changes the list of a buyer whose key was never used, since every order then has a person who sees it', async () => {
    const buyer = await app.member()
    await steppedUpAgo(app, buyer, 11)
    const offer = await app.offer({ seller: await newSeller(), product: await newProduct(), price: 10_500n })
    expect((await post(buyer, { productmemberid: Number(offer) })).status).toBe(200)
  })

  test('can neither send software’s orders to other sellers nor weaken its guards, without step-up authentication', async () => {
    const { buyer } = await buyerWithSoftware()
    const options = (body: unknown) => app.call('PATCH', '/api/v1/user/api', { token: buyer.token, body })
    expect((await options({ lowbalance: 50_000, pricenews: 1 })).status).toBe(200)
    await steppedUpAgo(app, buyer, 11)
    const weaker = [{ doubleguard: 4 }, { doubleguard: 0 }, { lowbalance: 49_999 }, { lowbalance: null }, { pricenews: 0 }]
    for (const body of [{ routing: 'cheapest' }, ...weaker]) expect(await options(body), JSON.stringify(body)).toMatchObject(refused)
    expect((await options({ routing: 'mine', doubleguard: 10, lowbalance: 60_000, pricenews: 1 })).status).toBe(200)
    await steppedUpAgo(app, buyer, 1)
    expect((await options({ routing: 'cheapest', doubleguard: 0 })).status).toBe(200)
    const audited = await app.db.read
      .selectFrom('audit')
      .select('after')
      .where('event', '=', 'buyer.options_changed')
      .where('subject', '=', String(buyer.id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(audited.after).toEqual({ routing: 'cheapest', doubleguard: 0, lowbalance: 60_000 })
  })

  test('cannot switch off what tells the owner that orders of software go wrong, without step-up authentication', async () => {
    const { buyer } = await buyerWithSoftware()
    const choose = (jenis: string, kanal: string, aktif: boolean, who = buyer) =>
      app.call('PATCH', '/api/v1/notifications/settings', { token: who.token, body: { jenis, kanal, aktif } })
    await steppedUpAgo(app, buyer, 11)
    const guards = [
      ['low_balance', 'mail'],
      ['low_balance', 'whatsapp'],
      ['low_balance', 'push'],
      ['failed_order', 'push'],
      ['price', 'push'],
    ] as const
    for (const [jenis, kanal] of guards) {
      expect(await choose(jenis, kanal, false)).toMatchObject(refused)
      expect((await choose(jenis, kanal, true)).status).toBe(200)
    }
    expect((await choose('review', 'push', false)).status).toBe(200)
    const quiet = (tenangdari: string | null, tenangsampai: string | null) =>
      app.call('PATCH', '/api/v1/notifications/quiet', { token: buyer.token, body: { tenangdari, tenangsampai } })
    expect(await quiet('00:00', '23:59')).toMatchObject(refused)
    expect((await quiet(null, null)).status).toBe(200)
    const withoutSoftware = await app.member()
    await steppedUpAgo(app, withoutSoftware, 11)
    expect((await choose('low_balance', 'mail', false, withoutSoftware)).status).toBe(200)
    await steppedUpAgo(app, buyer, 1)
    expect((await choose('low_balance', 'mail', false)).status).toBe(200)
  })
})
