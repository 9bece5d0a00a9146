import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

let market: TestMarket
let seller: TestMember
beforeAll(async () => {
  market = await startMarket({ DATABASE_POOL: '4' })
  seller = (await market.addSeller()).seller
  const product = await market.app.product({ code: 'S10' })
  await market.app.offer({ seller, product, price: 10_000n })
})
afterAll(() => market?.stop())

const post = (who: TestMember, path: string, body: unknown) => market.app.call('POST', path, { token: who.token, body })
const write = (who: TestMember, body: unknown) => post(who, '/api/v1/review', body)
const reply = (who: TestMember, body: unknown) => post(who, '/api/v1/review/replay', body)
const list = async (query = ''): Promise<Json> =>
  (await market.app.call('GET', `/api/v1/review/user/${seller.id}${query}`, { token: seller.token })).body.data
const rating = async () => {
  const { body } = await market.app.call('GET', `/api/v1/product/seller/${seller.id}`, { token: seller.token })
  return [body.data.rating, body.data.jmlreview]
}
let serial = 0

/** A buyer with a successful purchase from the seller. */
async function customer(): Promise<TestMember> {
  const buyer = await market.app.member({ balance: 100_000n })
  const offer = await market.app.db.read.selectFrom('offer').select('id').executeTakeFirstOrThrow()
  await market.app.map(buyer, offer.id)
  serial += 1
  const turn = serial
  await market.order(buyer, { productcode: 'S10', target: `0812000055${turn}5`, reffclient: `ULAS-${turn}` })
  expect((await market.app.settled(buyer, `ULAS-${turn}`)).transactionrc).toBe(1)
  return buyer
}

test('a reviewer whose name imitates the platform appears by its number, and a review without visible text is refused', async () => {
  const buyer = await customer()
  await market.app.call('PATCH', '/api/v1/user', { token: buyer.token, body: { membername: 'Admin Lapak' } })
  expect((await write(buyer, { bintang: 5, comment: '\u200b\u200b', memberid: Number(seller.id) })).status).toBe(400)
  const { body } = await write(buyer, { bintang: 5, comment: '\u202eBagus', memberid: Number(seller.id) })
  expect(body.data).toMatchObject({ membername: `Member ${buyer.id}`, comment: 'Bagus' })
  expect((await list()).content.find(({ memberid }: Json) => memberid === Number(buyer.id))?.membername).toBe(`Member ${buyer.id}`)
  await market.app.tables.deleteFrom('review').where('buyer_id', '=', buyer.id).execute()
  await market.app.tables.deleteFrom('seller_rating').execute()
})

test('a customer reviews a seller once, and a second review replaces the first [B-API-71, B-API-73, B-ENT-33, B-ENT-34, B-ROLE-14]', async () => {
  const buyer = await customer()
  const first = await write(buyer, { bintang: 3, comment: '  Lumayan cepat ', memberid: Number(seller.id) })
  expect(first).toMatchObject({ status: 200, body: { success: true, msg: 'Ulasan terkirim' } })
  const review = {
    id: expect.any(Number),
    memberid: Number(buyer.id),
    membername: buyer.name,
    memberavatar: null,
    bintang: 3,
    comment: 'Lumayan cepat',
    createat: expect.any(String),
    updateat: expect.any(String),
    reply: null,
    replyat: null,
  }
  expect(first.body.data).toEqual(review)
  expect(await list()).toEqual({ content: [review], totalElements: 1 })
  expect(await rating()).toEqual([3, 1])
  await write(buyer, { bintang: 5, comment: 'Sekarang cepat sekali', memberid: Number(seller.id) })
  expect(await list()).toMatchObject({ content: [{ bintang: 5, comment: 'Sekarang cepat sekali' }], totalElements: 1 })
  expect(await rating()).toEqual([5, 1])
  const { body } = await market.app.call('GET', `/api/v1/product/seller/${seller.id}`, { token: buyer.token })
  expect(body.data).toMatchObject({ canreview: true, ownreview: { bintang: 5, comment: 'Sekarang cepat sekali' } })
})

test('members without a purchase from the seller, and the seller itself, cannot review [B-OPEN-49]', async () => {
  const outsider = await market.app.member()
  for (const who of [outsider, seller])
    expect(await write(who, { bintang: 5, comment: 'Bagus', memberid: Number(seller.id) })).toMatchObject({
      status: 422,
      body: { code: 'review.not_a_customer' },
    })
  expect((await write(outsider, { bintang: 5, comment: 'Bagus', memberid: 999_999 })).body.code).toBe('not_found.seller')
})

test('a review is stored only with one to five stars and a comment', async () => {
  const buyer = await customer()
  const before = await list()
  for (const wrong of [{ bintang: 0 }, { bintang: 6 }, { bintang: 4.5 }, { comment: ' ' }, { comment: 'x'.repeat(1001) }])
    expect((await write(buyer, { bintang: 4, comment: 'Baik', memberid: Number(seller.id), ...wrong })).status, JSON.stringify(wrong)).toBe(
      400,
    )
  expect(await list()).toEqual(before)
})

test('reviews and replies keep their line breaks and refuse other control characters', async () => {
  const buyer = await customer()
  const written = await write(buyer, {
    bintang: 4,
    comment: ' Cepat.\r\nRamah.\n\n\n\nLangganan! \n',
    memberid: Number(seller.id),
  })
  expect(written).toMatchObject({ status: 200, body: { data: { comment: 'Cepat.\nRamah.\n\nLangganan!' } } })
  const answered = await reply(seller, { memberid: Number(buyer.id), reply: 'Terima kasih\nSalam' })
  expect(answered.body.data.reply).toBe('Terima kasih\nSalam')
  for (const comment of ['\n \r\n', 'a\u0000b', 'a\tb', 'a\u001bb', 'a\u007fb', '\ud800', `${'x\n'.repeat(501)}x`]) {
    const { status, body } = await write(buyer, { bintang: 4, comment, memberid: Number(seller.id) })
    expect({ status, fields: Object.keys(body.errors ?? {}) }, JSON.stringify(comment)).toEqual({ status: 400, fields: ['comment'] })
  }
})

test('only the reviewed seller can reply to a review [B-API-72, B-ENT-35]', async () => {
  const buyer = await customer()
  await write(buyer, { bintang: 4, comment: 'Baik', memberid: Number(seller.id) })
  const answered = await reply(seller, { memberid: Number(buyer.id), reply: 'Terima kasih' })
  expect(answered).toMatchObject({
    status: 200,
    body: { msg: 'Balasan terkirim', data: { reply: 'Terima kasih', replyat: expect.any(String) } },
  })
  for (const who of [buyer, (await market.addSeller()).seller])
    expect((await reply(who, { memberid: Number(buyer.id), reply: 'Palsu' })).body.code).toBe('not_found.review')
  expect((await list()).content).toContainEqual(expect.objectContaining({ comment: 'Baik', reply: 'Terima kasih' }))
})

test('concurrent reviews all count, and each buyer counts once', async () => {
  const buyers = await Promise.all([customer(), customer(), customer()])
  const [, before] = await rating()
  await Promise.all(
    [1, 2, 3, 4, 5].flatMap((bintang) =>
      buyers.map((buyer) => write(buyer, { bintang, comment: `Bintang ${bintang}`, memberid: Number(seller.id) })),
    ),
  )
  const { content, totalElements } = await list('?size=-1')
  expect(totalElements).toBe(before + buyers.length)
  const stars = content.reduce((sum: number, { bintang }: Json) => sum + bintang, 0)
  expect(await rating()).toEqual([Math.round((stars / totalElements) * 10) / 10, totalElements])
})
