/*
 * Every change of cached data (offers, special prices, buying lists, keys, settings) takes the cache lock. Other tests use one connection, so that
 * changes cannot overlap; these tests use eight connections, so that changes overlap.
 */
import { startSupplier } from '@lapak/simulators/supplier'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#db/schema.ts'
import { type Answer, type Json, startTestApp, supplierCredentials, type TestApp, type TestMember } from '../../../../test/app.ts'
import { lockedOut } from '../../../../test/locks.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL: '8' }, ['http'])
})
afterAll(() => app?.stop())

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()
const times = <Result>(count: number, make: (nth: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)))
const call = (who: TestMember, method: string, path: string, body?: unknown) =>
  app.call(method, path, { token: who.token, ...(body !== undefined && { body }) })
const newSeller = () => app.seller({ apiUrl: 'http://127.0.0.1:9/api/h2h' })

let serial = 0
const newProduct = () => app.product({ code: `RA${++serial}` })

test('only one of many concurrent requests to offer the same product succeeds', async () => {
  const [seller, product] = [await newSeller(), await newProduct()]
  const ask = { productid: Number(product.id), kodesupplier: 'S10', sellprice: 10_500, stok: 5 }
  expect(statuses(await times(10, () => call(seller, 'POST', '/api/v1/seller/product', ask)))).toEqual([200, ...Array(9).fill(409)])
})

async function sendFile(who: TestMember, text: string, query: string): Promise<{ status: number; body: Json }> {
  const form = new FormData()
  form.append('file', new Blob([text]), 'produk.csv')
  const headers = { authorization: `Bearer ${who.token}` }
  const answer = await fetch(`${app.url}/api/v1/seller/product/file?${query}`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: await answer.json() }
}

/** Sends a request while the cache lock is taken, makes the change while the request waits for the lock, and returns the result of the request. */
async function whileItWaits(send: () => Promise<{ status: number; body: Json }>, change: (tx: Kysely<DB>) => Promise<unknown>) {
  const answer = await app.tables.transaction().execute(async (tx) => {
    await sql`select version from cache_version for update`.execute(tx)
    const sent = send()
    await lockedOut(app, 1)
    await change(tx)
    return { sent }
  })
  const { status, body } = await answer.sent
  return [status, body.code]
}

test.each<[string, (tx: Kysely<DB>, productId: bigint) => Promise<unknown>, [number, string]]>([
  ['was closed', (tx, id) => tx.updateTable('product').set({ active: false }).where('id', '=', id).execute(), [422, 'offer.lines_refused']],
  [
    'lost its brand',
    (tx, id) => sql`update brand set active = false where id = (select brand_id from product where id = ${id})`.execute(tx),
    [422, 'offer.lines_refused'],
  ],
  [
    'became one of which a price is another thing',
    (tx, id) => tx.updateTable('product').set({ type: 2 }).where('id', '=', id).execute(),
    [409, 'offer.changed_meanwhile'],
  ],
])('an import does not offer a product that %s while the import waited for the lock', async (_, change, refused) => {
  const [seller, product, other] = [await newSeller(), await newProduct(), await newProduct()]
  const text = `Kode produk,Kode suplier,Harga jual\n${product.code},S10,500\n${other.code},S11,500`
  const { digest } = (await sendFile(seller, text, 'simpan=0')).body.data
  const keep = () => sendFile(seller, text, `simpan=1&digest=${digest}`)
  expect(await whileItWaits(keep, (tx) => change(tx, product.id))).toEqual(refused)
  expect((await call(seller, 'GET', '/api/v1/seller/product')).body.data.content, 'all or nothing').toEqual([])
})

test('only one of many concurrent requests for the same special price succeeds', async () => {
  const [seller, product, buyer] = [await newSeller(), await newProduct(), await app.member()]
  await app.offer({ seller, product, price: 10_500n })
  await app.customers(seller, buyer)
  const ask = { memberid: Number(buyer.id), productid: Number(product.id), price: 9_900 }
  expect(statuses(await times(10, () => call(seller, 'POST', '/api/v1/seller/productspecial', ask)))).toEqual([200, ...Array(9).fill(409)])
})

test('offers that are added to a buying list concurrently get different priorities', async () => {
  const [buyer, product] = [await app.member(), await newProduct()]
  const offers: number[] = []
  for (let nth = 0; nth < 6; nth++) offers.push(Number(await app.offer({ seller: await newSeller(), product, price: 10_500n })))
  const answers = await Promise.all(
    [...offers, ...offers].map((productmemberid) => call(buyer, 'POST', '/api/v1/product/mapping', { productmemberid })),
  )
  expect(statuses(answers)).toEqual([...Array(6).fill(200), ...Array(6).fill(409)])
  expect(new Set(answers.flatMap(({ body }) => (body.success ? [] : [body.code])))).toEqual(new Set(['mapping.exists']))
  const rows: { prioritas: number }[] = (await call(buyer, 'GET', '/api/v1/product/mappings')).body.data.content
  expect(rows.map(({ prioritas }) => prioritas).sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test('concurrent requests do not create more API keys than allowed', async () => {
  const buyer = await app.member()
  const answers = await times(24, (nth) => call(buyer, 'POST', '/api/v1/user/api/keys', { name: `Kunci ${nth}` }))
  expect(statuses(answers)).toEqual([...Array(19).fill(200), ...Array(5).fill(400)])
})

test('overlapping changes wait for each other and never deadlock', async () => {
  const simulator = await startSupplier({ kind: 'irs', credentials: supplierCredentials })
  try {
    const seller = await app.seller({ apiUrl: simulator.url })
    const buyers = await times(3, () => app.member({ balance: 1_000_000n }))
    await app.customers(seller, ...buyers)
    const products = [await newProduct(), await newProduct(), await newProduct()]
    const goods: { product: (typeof products)[0]; offer: bigint; mappings: bigint[]; specials: number[] }[] = []
    for (const product of products) {
      const offer = await app.offer({ seller, product, price: 10_500n, stock: 1_000, supplierCode: 'S10' })
      const mappings: bigint[] = []
      const specials: number[] = []
      for (const buyer of buyers) {
        mappings.push(await app.map(buyer, offer))
        const given = await call(seller, 'POST', '/api/v1/seller/productspecial', {
          memberid: Number(buyer.id),
          productid: Number(product.id),
          price: 9_900,
        })
        specials.push(given.body.data.id)
      }
      goods.push({ product, offer, mappings, specials })
    }
    const rest = () => app.tables.updateTable('seller_api').set({ failures: 1 }).where('seller_id', '=', seller.id).execute()
    const rounds = await times(12, async (round) => {
      const one = goods[round % goods.length] as (typeof goods)[0]
      const buyer = buyers[round % buyers.length] as TestMember
      const nth = buyers.indexOf(buyer)
      const [answers] = await Promise.all([
        Promise.all([
          call(seller, 'PATCH', `/api/v1/seller/product/${one.offer}`, { sellprice: 10_500 + round, stok: 900 + round }),
          call(seller, 'PATCH', `/api/v1/seller/productspecial/${one.specials[nth]}`, { price: 9_000 + round }),
          call(buyer, 'PATCH', `/api/v1/product/mapping/${one.mappings[nth]}/${round % 2}`),
          call(seller, 'PATCH', `/api/v1/seller/tokostatus/${round % 2}`),
          call(seller, 'GET', '/api/v1/seller/syncharga'),
          call(buyer, 'PATCH', '/api/v1/user/api', { doubleguard: round }),
          call(buyer, 'POST', '/api/v1/transactions/buyer', {
            productcode: one.product.code,
            target: `0812${round}`,
            reffclient: `R${round}`,
          }),
        ]),
        rest(),
      ])
      return answers
    })
    const removed = await Promise.all([
      ...goods.map(({ offer }) => call(seller, 'DELETE', `/api/v1/seller/product/${offer}`)),
      ...goods.flatMap(({ mappings }) => buyers.map((buyer, nth) => call(buyer, 'PATCH', `/api/v1/product/mapping/${mappings[nth]}/1`))),
      ...goods.flatMap(({ specials }) =>
        specials.map((id, nth) => call(seller, 'PATCH', `/api/v1/seller/productspecial/${id}`, { price: 8_000 + nth })),
      ),
      rest().then(() => ({ status: 200 }) as Answer),
    ])
    const failed = [...rounds.flat(), ...removed].filter(({ status }) => status >= 500)
    expect(failed.map(({ body }) => body)).toEqual([])
    expect(removed.slice(0, goods.length).map(({ status }) => status)).toEqual(goods.map(() => 200))
  } finally {
    await simulator.close()
  }
})
