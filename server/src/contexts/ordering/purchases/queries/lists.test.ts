import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '../../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../../test/market.ts'
import { withinOneDay } from '../../../../../test/one-day.ts'

await withinOneDay()

let market: TestMarket
let buyer: TestMember
let other: TestMember
let admin: TestMember
let sellers: Awaited<ReturnType<TestMarket['addSeller']>>[]

/** Twelve purchases of one buyer at two sellers (two failed, one pending, one of yesterday), and one purchase of another buyer. */
beforeAll(async () => {
  market = await startMarket()
  sellers = [await market.addSeller(), await market.addSeller()]
  admin = await market.app.member({ roles: ['ROLE_ADMIN'] })
  buyer = await market.app.member({ name: 'Konter Daftar', balance: 1_000_000n })
  other = await market.app.member({ balance: 100_000n })
  for (const [index, { seller }] of sellers.entries()) {
    const product = await market.app.product({ code: `LIST${index}` })
    const offer = await market.app.offer({ seller, product, price: BigInt(1_000 * (index + 1)) })
    for (const member of [buyer, other]) await market.app.map(member, offer)
  }
  for (let index = 0; index < 12; index++) {
    const ending = index < 2 ? '0001' : index === 2 ? '0013' : `1${index}00`
    await market.order(buyer, { productcode: `LIST${index % 2}`, target: `99${index}${ending}`, reffclient: `ROW-${index}` })
    if (index !== 2) await market.app.settled(buyer, `ROW-${index}`)
  }
  await market.order(other, { productcode: 'LIST0', target: '990001234', reffclient: 'FOREIGN' })
  await market.app.settled(other, 'FOREIGN')
  await sql`update purchase set created_at = created_at - interval '1 day' where reffclient = 'ROW-11'`.execute(market.app.tables)
})

afterAll(() => market.stop())

const get = async (path: string, member = buyer) => (await market.app.call('GET', path, { token: member.token })).body
const list = (query = '', member = buyer) => get(`/api/v1/transactions/buyer?${query}`, member)
const references = (body: { data: { content: { reffclient: string }[] } }) => body.data.content.map((row) => row.reffclient)
const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)

test('a buyer sees its own purchases with every field, newest first, ten by default [B-ENT-31, B-ENT-32, B-ROLE-12, B-API-52]', async () => {
  const body = await list()
  expect(body.data.totalElements).toBe(12)
  expect(references(body)).toEqual(Array.from({ length: 10 }, (_, index) => `ROW-${11 - index}`))
  const row = body.data.content[1]
  expect(row).toMatchObject({
    id: expect.any(Number),
    createat: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    updateat: expect.any(String),
    reffclient: 'ROW-10',
    productcode: 'LIST0',
    productname: 'Produk LIST0',
    target: '9910' + '11000',
    sellprice: 1_000,
    sellername: 'Suplier 1',
    transactionrc: 1,
    serialnumber: expect.any(String),
  })
  expect(row).toHaveProperty('description')
})

test('pages are numbered from 0, the request sets their size, and a negative size returns all purchases', async () => {
  expect(references(await list('page=1'))).toEqual(['ROW-1', 'ROW-0'])
  expect(references(await list('page=2'))).toEqual([])
  expect(references(await list('size=3&page=1'))).toEqual(['ROW-8', 'ROW-7', 'ROW-6'])
  expect(references(await list('size=-1'))).toHaveLength(12)
})

test('the list is sorted by each of the allowed fields in both directions, and a request with any other field is refused', async () => {
  expect(references(await list('sort=id,ASC&size=2'))).toEqual(['ROW-0', 'ROW-1'])
  const prices = (await list('sort=sellprice,DESC&size=-1')).data.content.map((row: { sellprice: number }) => row.sellprice)
  expect(prices).toEqual([...prices].sort((a: number, b: number) => b - a))
  const refused = await market.app.call('GET', '/api/v1/transactions/buyer?sort=password_hash,ASC', { token: buyer.token })
  expect(refused).toMatchObject({ status: 400, body: { success: false, errors: { sort: expect.any(String) } } })
})

test('each filter applies to the list and to its sum [B-API-51, B-API-52, B-ENT-22]', async () => {
  const { db } = market.app
  const product = await db.read
    .selectFrom('product')
    .select(['brand_id', 'category_id'])
    .where('code', '=', 'LIST1')
    .executeTakeFirstOrThrow()
  const expected: Record<string, number> = {
    'statustrx=0': 1,
    'statustrx=1': 9,
    'statustrx=2': 2,
    'search=ROW-1': 3,
    'search=list1': 6,
    'search=produk list1': 6,
    'search=uplier 2': 6,
    [`brandid=${product.brand_id}`]: 6,
    [`categoryid=${product.category_id}`]: 6,
    [`sellerid=${sellers[1]?.seller.id}`]: 6,
    [`awal=${today}&akhir=${today}`]: 11,
    'awal=2000-01-01&akhir=2000-01-02': 0,
    'search=%25': 0,
    'statustrx=&search=&awal=&akhir=': 12,
  }
  for (const [query, count] of Object.entries(expected)) {
    expect((await list(query)).data.totalElements, query).toBe(count)
    if (!query.includes('awal=2') && query.includes('awal')) continue
    const { jml } = (
      await get(`/api/v1/transactions/buyer/today?${query.includes('awal') ? query : `${query}&awal=2020-01-01&akhir=${today}`}`)
    ).data
    expect(jml, query).toBe(count)
  }
})

test('numbers, serial numbers and tokens are found in each spelling', async () => {
  const written = { 'ROW-9': '1234-5678-9012-3456-7890/SITI/R1/1300VA/32,1', 'ROW-10': '98765432109876543210/BUDI/R1/900VA/15' }
  for (const [reffclient, serialnumber] of Object.entries(written))
    await market.app.tables.updateTable('purchase').set({ serialnumber }).where('reffclient', '=', reffclient).execute()
  await market.app.tables.updateTable('purchase').set({ target: '081255557777' }).where('reffclient', '=', 'ROW-8').execute()
  const foundBy = async (search: string) => references(await list(new URLSearchParams({ search }).toString()))
  for (const search of [
    '0812 5555 7777',
    '0812-5555-7777',
    '+62 812-5555-7777',
    '+6281255557777',
    '6281255557777',
    '62 812 5555',
    '55557777',
  ])
    expect(await foundBy(search), search).toEqual(['ROW-8'])
  for (const search of ['12345678901234567890', '1234 5678 9012 3456 7890', '1234-5678-9012-3456-7890', '9012 3456'])
    expect(await foundBy(search), search).toEqual(['ROW-9'])
  for (const search of ['9876 5432 1098 7654 3210', '9876-5432', '98765432109876543210'])
    expect(await foundBy(search), search).toEqual(['ROW-10'])
  expect(await foundBy('0812 5555 0000')).toEqual([])
})

test('without a day the sum covers today, and failed purchases are counted with an amount of 0 [B-API-51]', async () => {
  const { jml, gagal, amount } = (await get('/api/v1/transactions/buyer/today')).data
  expect(jml).toBe(11)
  expect(gagal).toBe((await list(`awal=${today}&akhir=${today}&statustrx=2`)).data.totalElements)
  const rows = (await list(`awal=${today}&akhir=${today}&size=-1`)).data.content as { sellprice: number; transactionrc: number }[]
  expect(amount).toBe(rows.filter((row) => row.transactionrc !== 2).reduce((sum, row) => sum + row.sellprice, 0))
})

test('a request with invalid filters is refused with an error for each field', async () => {
  for (const query of ['statustrx=3', 'awal=kemarin', 'page=-1', 'sellerid=abc', 'brandid=1;drop']) {
    const answer = await market.app.call('GET', `/api/v1/transactions/buyer?${query}`, { token: buyer.token })
    expect(answer.status, query).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual([query.split('=')[0]])
  }
})

test('only the buyer of a purchase can see the purchase and its attempts', async () => {
  const [row] = (await list('search=ROW-0')).data.content
  const detail = await get(`/api/v1/transactions/buyer/${row.id}`)
  expect(detail.data).toMatchObject({
    reffclient: 'ROW-0',
    transactionrc: 2,
    counter: 1,
    attempts: [{ sellername: 'Suplier 1', state: 'failed', price: 1_000 }],
  })
  expect((await market.app.call('GET', `/api/v1/transactions/buyer/${row.id}`, { token: other.token })).status).toBe(404)
})

test('a seller sees only its own transactions and their sum [S-API-18, S-API-20, S-ROLE-06, S-ENT-09]', async () => {
  const seller = sellers[1]?.seller as TestMember
  const body = await get('/api/v1/seller/trx?size=-1', seller)
  expect(body.data.totalElements).toBe(6)
  expect(new Set(body.data.content.map((row: { sellerid: number }) => row.sellerid))).toEqual(new Set([Number(seller.id)]))
  expect((await get('/api/v1/seller/trx?search=FOREIGN', seller)).data.totalElements).toBe(0)
  const found = async (query: string) => (await get(`/api/v1/seller/trx?${query}`, seller)).data
  const all: { id: number; reffclient: string; transactionrc: number; productcode: string }[] = body.data.content
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b)
  const [one] = all
  if (!one) throw new Error('the seller sold')
  expect(ids((await found(`search=${one.reffclient}`)).content)).toEqual(
    ids(all.filter(({ reffclient }) => reffclient.includes(one.reffclient))),
  )
  for (const state of [0, 1, 2])
    expect(ids((await found(`statustrx=${state}&size=-1`)).content)).toEqual(
      ids(all.filter(({ transactionrc }) => transactionrc === state)),
    )
  const { id: productId } = await market.app.db.read
    .selectFrom('product')
    .select('id')
    .where('code', '=', one.productcode)
    .executeTakeFirstOrThrow()
  const { brand_id, category_id } = await market.app.db.read
    .selectFrom('product')
    .select(['brand_id', 'category_id'])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  for (const query of [`brandid=${brand_id}`, `categoryid=${category_id}`])
    expect(ids((await found(`${query}&size=-1`)).content)).toEqual(ids(all.filter(({ productcode }) => productcode === one.productcode)))
  expect((await found('brandid=999999')).totalElements).toBe(0)
  expect((await found(`sellerid=${seller.id}`)).totalElements).toBe(6)
  expect((await found('sellerid=999999')).totalElements).toBe(0)
  const ofToday = (await found(`awal=${today}&akhir=${today}`)).totalElements
  expect((await found(`akhir=2020-01-01`)).totalElements).toBe(0)
  expect(ofToday).toBe(5)
  const page = (await found('page=1&size=2&sort=id,ASC')).content
  expect(page.map(({ id }: { id: number }) => id)).toEqual(ids(all).slice(2, 4))
  const sum = { jml: 5, gagal: expect.any(Number), amount: 8_000 }
  expect((await get('/api/v1/seller/trx/today', seller)).data).toEqual({ ...sum, sumsell: sum })
})

test('an admin sees the transactions of all members and their sum [A-API-26, A-API-27, A-ENT-10]', async () => {
  const body = await get('/api/admin/v1/transactions?size=-1', admin)
  expect(body.data.totalElements).toBe(13)
  expect(body.data.content[0]).toHaveProperty('membername')
  expect((await get('/api/admin/v1/transactions?search=FOREIGN', admin)).data.totalElements).toBe(1)
  interface Row {
    reffclient: string
    sellprice: number
    transactionrc: number
  }
  const all: Row[] = body.data.content
  const sumOf = (rows: Row[]) => ({
    jml: rows.length,
    gagal: rows.filter(({ transactionrc }) => transactionrc === 2).length,
    amount: rows.filter(({ transactionrc }) => transactionrc !== 2).reduce((sum, { sellprice }) => sum + sellprice, 0),
  })
  const days = `awal=2020-01-01&akhir=${today}`
  for (const [query, rows] of [
    ['', all],
    ['&search=FOREIGN', all.filter(({ reffclient }) => reffclient === 'FOREIGN')],
    ['&statustrx=2', all.filter(({ transactionrc }) => transactionrc === 2)],
  ] as const) {
    expect(rows.length, query).toBeGreaterThan(0)
    expect((await get(`/api/admin/v1/transactions/today?${days}${query}`, admin)).data, query).toEqual(sumOf(rows))
  }
})

test('a search that matches more members than the limit is refused instead of showing the purchases of some of them', async () => {
  await sql`insert into member (name, email, password_hash) select 'Sekampung ' || n, 'sekampung' || n || '@example.test', '' from generate_series(1, 1001) n`.execute(
    market.app.tables,
  )
  for (const path of ['', '/today', '/download']) {
    const answer = await market.app.call('GET', `/api/admin/v1/transactions${path}?search=sekampung`, { token: admin.token })
    expect([answer.status, answer.body.errors], path).toEqual([400, { search: 'Lebih dari 1000 member cocok, ketik lebih lengkap' }])
  }
  expect((await get('/api/admin/v1/transactions?search=Sekampung%20777', admin)).data.totalElements).toBe(0)
  expect((await get('/api/v1/transactions/buyer?search=sekampung')).data.totalElements).toBe(0)
})

test('the web app shows orderable products at the price that an order then pays', async () => {
  const { data } = await get('/api/v1/transactions/orderable')
  for (const product of data.products) {
    const answer = await market.order(buyer, {
      productcode: product.productcode,
      target: `98${product.productcode}`,
      reffclient: `SHOWN-${product.productcode}`,
    })
    expect(answer.data.price).toBe(product.price)
    expect(product.state).toBe('open')
  }
  expect(data.products).toHaveLength(2)
})

test('an order from the web app is accepted once per reference, and its target is suggested for the next order', async () => {
  const order = { productcode: 'LIST0', target: '97531', reffclient: 'WEB-1' }
  const post = () => market.app.call('POST', '/api/v1/transactions/buyer', { token: buyer.token, body: { postdata: order } })
  const [one, two] = await Promise.all([post(), post()])
  expect([one.status, two.status]).toEqual([200, 200])
  expect(one.body).toMatchObject({ msg: 'Pesanan diterima', data: { id: two.body.data.id, reffclient: 'WEB-1' } })
  expect((await get('/api/v1/transactions/targets')).data[0]).toMatchObject({ target: '97531', productcode: 'LIST0' })
})
