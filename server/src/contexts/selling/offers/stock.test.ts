/* Tests sales between the preview and the execution of a stock change: they do not stop the change, and no piece is created or lost. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, TestMember } from '../../../../test/app.ts'
import { startMarket, type TestMarket } from '../../../../test/market.ts'

let market: TestMarket
let seller: TestMember
let buyer: TestMember
let serial = 0
beforeAll(async () => {
  market = await startMarket()
  seller = (await market.addSeller()).seller
  buyer = await market.app.member({ balance: 100_000_000n })
})
afterAll(() => market.stop())

const path = '/api/v1/seller/product'
const bulk = (body: object) => market.app.call('POST', `${path}/bulk`, { token: seller.token, body })

interface Goods {
  id: bigint
  code: string
}

async function goods(count: number, stock: number): Promise<Goods[]> {
  const made: Goods[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const code = `SK${++serial}`
    const id = await market.app.offer({ seller, product: await market.app.product({ code }), price: 10_000n, stock })
    await market.app.map(buyer, id)
    made.push({ id, code })
  }
  await market.app.lapak.refresh()
  return made
}

/** Orders one piece for a phone number whose orders stay pending, so that the piece stays subtracted from the stock. */
const buy = ({ code }: Goods): Promise<Json> =>
  market.order(buyer, { productcode: code, target: `87${String(++serial).padStart(6, '0')}0013`, reffclient: `SK-${serial}` })

async function sold(of: Goods | undefined, count: number) {
  if (of) for (let nth = 0; nth < count; nth += 1) expect(await buy(of)).toMatchObject({ success: true })
}

const stockOf = async ({ id }: Goods) => (await market.app.call('GET', `${path}/${id}`, { token: seller.token })).body.data.stok
const stocks = (of: Goods[]) => Promise.all(of.map(stockOf))
const edit = (of: Goods | undefined, body: object) => market.app.call('PATCH', `${path}/${of?.id}`, { token: seller.token, body })

async function file(text: string, query: string) {
  const form = new FormData()
  form.append('file', new Blob([text]), 'produk.csv')
  const answer = await fetch(`${market.app.url}${path}/file?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seller.token}` },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}

test('sales after the preview are subtracted from the new stock, which never falls below zero', async () => {
  const [a, b] = await goods(2, 5)
  const change = { ids: [Number(a?.id), Number(b?.id)], changes: { stok: 50 } }
  const { digest } = (await bulk({ preview: true, ...change })).body.data
  await sold(a, 2)
  expect((await bulk({ preview: false, ...change, digest })).status).toBe(200)
  expect(await stocks([a, b] as Goods[])).toEqual([48, 50])
  const less = { ids: change.ids, changes: { stok: 1 } }
  const again = (await bulk({ preview: true, ...less })).body.data
  await sold(a, 3)
  expect((await bulk({ preview: false, ...less, digest: again.digest })).status).toBe(200)
  expect(await stocks([a, b] as Goods[])).toEqual([0, 1])
})

test('a file with the stock that the preview showed does not restore pieces that were sold after the preview', async () => {
  const [a, b] = await goods(2, 5)
  const text = `Kode produk,Harga jual,Stok\n${a?.code},10100,5\n${b?.code},10000,5\n`
  const { digest } = (await file(text, 'simpan=0')).body.data
  await sold(a, 1)
  await sold(b, 2)
  expect(await file(text, `simpan=1&digest=${digest}`)).toMatchObject({ status: 200 })
  expect(await stocks([a, b] as Goods[])).toEqual([4, 3])
})

test('a stock set by hand after the preview requires a new preview, and no change is executed twice', async () => {
  const [a] = await goods(1, 5)
  const change = { ids: [Number(a?.id)], changes: { stok: 50 } }
  const first = (await bulk({ preview: true, ...change })).body.data
  await edit(a, { stok: 20 })
  expect((await bulk({ preview: false, ...change, digest: first.digest })).body).toMatchObject({ code: 'offer.changed_meanwhile' })
  const second = (await bulk({ preview: true, ...change })).body.data
  expect((await bulk({ preview: false, ...change, digest: second.digest })).status).toBe(200)
  await sold(a, 1)
  expect((await bulk({ preview: false, ...change, digest: second.digest })).status).toBe(409)
  expect(await stocks([a] as Goods[])).toEqual([49])
})

/** Creates offers that the test does not buy; their product codes begin with `name`. */
async function shelf(name: string, count: number, stock: number) {
  const { id } = await market.app.product({ code: `${name}0` })
  await sql`
    with made as (
      insert into product (code, name, type, denom, brand_id, category_id)
      select ${name} || nth, 'Produk ' || nth, 0, 10, brand_id, category_id from product, generate_series(1, ${count}::integer) as nth where id = ${id}
      returning id, code
    ), offered as (
      insert into offer (seller_id, product_id, supplier_code, sell_price, stocked)
      select ${seller.id}, id, code, 10000, true from made returning id
    ),
    counted as (insert into offer_stock (offer_id, remaining) select id, ${stock} from offered returning remaining)
    insert into audit (event, address, subject_kind, subject, after)
    select 'stock.counted', '', 'member', ${String(seller.id)}, jsonb_build_object('pieces', sum(remaining)) from counted`.execute(
    market.app.tables,
  )
}

test('orders during a change of 500 offers sell every piece once, and the stock is the new stock minus the sales since the preview', {
  timeout: 120_000,
}, async () => {
  const busy = await goods(6, 30)
  await shelf('SKX', 494, 30)
  let wanted = 30
  for (let round = 0; round < 4; round += 1) {
    wanted += 10
    const change = { filter: { search: 'SK' }, changes: { stok: wanted, harga: { rupiah: 10 } }, lewati: true }
    const { digest, changed } = (await bulk({ preview: true, ...change })).body.data
    expect(changed).toBeGreaterThanOrEqual(500)
    const before = await Promise.all([buy(busy[0] as Goods), buy(busy[1] as Goods)])
    const [done, ...meanwhile] = await Promise.all([bulk({ preview: false, ...change, digest }), ...busy.map(buy)])
    expect(done.status).toBe(200)
    expect([...before, ...meanwhile].map(({ success }) => success)).toEqual(Array(8).fill(true))
    expect(await stocks(busy)).toEqual([wanted - 2, wanted - 2, ...Array(4).fill(wanted - 1)])
  }
  const untouched = await market.app.db.read
    .selectFrom('offer_stock')
    .innerJoin('offer', 'offer.id', 'offer_stock.offer_id')
    .select('remaining')
    .distinct()
    .where('supplier_code', 'like', 'SKX%')
    .execute()
  expect(untouched).toEqual([{ remaining: BigInt(wanted) }])
  await market.booksHold()
})
