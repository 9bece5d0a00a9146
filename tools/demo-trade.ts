/*
 * Creates some trades in a new demo: two buyers order through the usual calls, the simulated suppliers deliver, and the buyers write reviews. So the
 * home page shows real sales and reviews instead of samples.
 */
import { demoBrands } from '../server/src/demo/catalogue.ts'
import { demoMappings } from '../server/src/demo/offers.ts'
import { DEMO_PASSWORD, demoBuyers } from '../server/src/demo/people.ts'

const ordersPerBuyer = 18
const waitMs = 40_000

const words: readonly (readonly [stars: number, comment: string])[] = [
  [5, 'Cepat masuk, harga bersaing. Sudah langganan lama.'],
  [4, 'Sejauh ini lancar, kadang antre sebentar di jam ramai.'],
  [5, 'SN selalu lengkap, enak buat cetak struk pelanggan.'],
  [4, 'Respon baik dan stok jarang kosong.'],
]

interface Trade {
  address: string
  client: { id: string; secret: string }
  /** True once Lapak is stopping. */
  ended(): boolean
}

interface Purchase {
  sellerid: number
  transactionrc: number
}

export async function tradeOnce(trade: Trade): Promise<void> {
  const buyers = demoBuyers.slice(1, 3)
  await Promise.all(buyers.map(({ email }, index) => tradeAs(trade, email, index)))
}

async function tradeAs(trade: Trade, email: string, index: number) {
  const token = await signIn(trade, email)
  const ask = <Data>(method: string, path: string, body?: object) => call<Data>(trade, token, method, path, body)
  const { products } = await ask<{ products: { productcode: string; producttype: number; brandname: string; state: string }[] }>(
    'GET',
    '/api/v1/transactions/orderable',
  )
  // Products outside of the buying list are shown as well, but not sold to these buyers.
  const listed = new Set(
    demoMappings()
      .filter(({ buyerEmail }) => buyerEmail === email)
      .map(({ productCode }) => productCode),
  )
  const wanted = products.filter(({ productcode, producttype, state }) => producttype === 0 && state === 'open' && listed.has(productcode))
  const step = Math.max(1, Math.floor(wanted.length / ordersPerBuyer))
  for (const [turn, { productcode, brandname }] of wanted
    .filter((_, place) => place % step === 0)
    .slice(0, ordersPerBuyer)
    .entries()) {
    if (trade.ended()) return
    const target = demoBrands.find(({ name }) => name === brandname)?.exampleTarget ?? '081234567890'
    // If the market refuses an order, for example because of a change in the meantime, the order is skipped.
    await ask('POST', '/api/v1/transactions/buyer', { productcode, target, reffclient: `PAGI-${turn + 1}` }).catch(() => undefined)
  }
  await review(trade, ask, index)
}

type Ask = <Data>(method: string, path: string, body?: object) => Promise<Data>

/** Waits until most orders are delivered, then writes reviews of their sellers. */
async function review(trade: Trade, ask: Ask, index: number) {
  const until = Date.now() + waitMs
  const read = async () => (await ask<{ content: Purchase[] }>('GET', '/api/v1/transactions/buyer?size=100')).content
  let purchases = await read()
  while (purchases.some(({ transactionrc }) => transactionrc === 0) && Date.now() < until && !trade.ended()) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    purchases = await read()
  }
  const sellers = new Set(purchases.filter(({ transactionrc }) => transactionrc === 1).map(({ sellerid }) => sellerid))
  for (const memberid of sellers) {
    const [bintang, comment] = words[(memberid + index) % words.length] ?? [5, 'Lancar.']
    await ask('POST', '/api/v1/review', { memberid, bintang, comment })
  }
}

async function signIn({ address, client }: Trade, email: string): Promise<string> {
  const answer = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'password', username: email, password: DEMO_PASSWORD }),
  })
  const { access_token: token, msg } = (await answer.json()) as { access_token?: string; msg: string }
  if (!token) throw new Error(`${email} cannot sign in: ${msg}`)
  return token
}

async function call<Data>({ address }: Trade, token: string, method: string, path: string, body?: object): Promise<Data> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data, msg } = (await answer.json()) as { data: Data; msg: string }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${msg}`)
  return data
}
