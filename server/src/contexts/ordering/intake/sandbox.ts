import { type Orderable, productType } from '@lapak/contract/ordering/purchases'
import { billTokenMinutes } from '@lapak/contract/shared/bill-token'
import { rupiahText } from '@lapak/contract/shared/money'
import { type ResultCodeId, resultCodes } from '@lapak/contract/shared/result-codes'
import type { Purchases } from '#contexts/ordering/purchases/purchases.ts'
import type { Order, OrderResult } from '#contexts/ordering/purchases/types.ts'
import type { PurchaseView } from '#contexts/partners/purchase-status/purchase-status.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { createConcurrencyLimit } from '#http/concurrency-limit.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { randomToken } from '#shared/secrets.ts'

const refusedAs = (rc: ResultCodeId) => `ditolak: ${resultCodes[rc].meaning.toLowerCase()} (rc ${rc})`

/**
 * The last digit of the target determines the outcome of an order with a test key. Such an order debits no balance, calls no seller and sends no
 * callback.
 */
export const sandboxDigits = [
  { digit: '0', outcome: 'sukses' },
  { digit: '1', outcome: 'gagal' },
  { digit: '2', outcome: 'tetap pending' },
  { digit: '3', outcome: 'pending, kemudian sukses' },
  { digit: '4', outcome: 'pending, kemudian gagal' },
  { digit: '5', outcome: refusedAs('44') },
  { digit: '6', outcome: 'ditolak: semua suplier tutup (rc 53)' },
  { digit: '7', outcome: refusedAs('63') },
  { digit: '8', outcome: 'sukses, kemudian dikembalikan (rc 74)' },
  { digit: 'lainnya', outcome: 'sukses' },
] as const

interface Sandbox {
  readonly balance: bigint
  /** Fictitious products, so that a test key reveals nothing about the prices of its owner. */
  readonly products: Orderable[]
  order(order: Order): Promise<OrderResult>
  findExisting(order: Order): Promise<OrderResult | null>
  inquireBill: Purchases['inquireBill']
  find(buyerId: bigint, reffclient: string): Promise<OrderResult | null>
}

/** The delay in seconds before the second state of a test order. */
export const thenSeconds = 5
const thenMs = thenSeconds * 1000
const testBalance = 1_000_000n
const testPrice = 10_000n

const madeUp = (productcode: string, productname: string, producttype: Orderable['producttype'], denom: bigint): Orderable => ({
  productcode,
  productname,
  producttype,
  denom,
  brandname: 'Brand uji',
  categoryname: 'Kategori uji',
  targetkind: 'text',
  operator: null,
  price: testPrice,
  promo: false,
  sellername: 'Suplier uji',
  state: 'open',
})

const testProducts = [
  madeUp('UJI10', 'Produk uji', productType.prepaid, 10_000n),
  madeUp('UJIBEBAS', 'Produk uji nominal bebas', productType.openDenomination, 1_000n),
  madeUp('UJITAGIHAN', 'Tagihan uji', productType.bill, 1n),
]

/** All sandbox orders share these few database connections. If the queue is full, callers must retry. */
const connections = 2
const waitingMax = 1_000

interface SandboxRow {
  id: bigint
  buyer_id: bigint
  reffclient: string
  product_code: string
  target: string
  counter: number
  amount: bigint | null
  price: bigint
  created_at: Date
}

export function createSandbox(db: Database, settings: Settings): Sandbox {
  const share = createConcurrencyLimit(connections, waitingMax)

  const read = (buyerId: bigint, reffclient: string) =>
    db.read.selectFrom('sandbox_order').selectAll().where('buyer_id', '=', buyerId).where('reffclient', '=', reffclient).executeTakeFirst()

  async function take(order: Order): Promise<OrderResult> {
    await rateLimit(db, `orders of test keys of ${order.buyerId}`, settings.get('sandbox.ordersPerDay'), 86_400)
    refuseByDigit(order)
    const price = (order.amount ?? 0n) + testPrice
    if (order.maxprice !== null && price > order.maxprice) {
      throw new Refusal('purchase.price_ceiling', { price: rupiahText(price), maxprice: rupiahText(order.maxprice) })
    }
    await db.transaction((tx) =>
      tx
        .insertInto('sandbox_order')
        .values({
          buyer_id: order.buyerId,
          reffclient: order.reffclient,
          product_code: order.productcode,
          target: order.target,
          counter: order.counter,
          amount: order.amount,
          price,
        })
        .onConflict((conflict) => conflict.columns(['buyer_id', 'reffclient']).doNothing())
        .execute(),
    )
    const row = await read(order.buyerId, order.reffclient)
    // An old test order may be purged concurrently. Sending the order again creates a new one.
    if (!row) throw new Refusal('system.busy')
    refuseOther(row, order)
    return { view: viewOf(row, Date.now()), balance: testBalance, isDuplicate: false }
  }

  const knownAs = (row: SandboxRow): OrderResult => ({ view: viewOf(row, Date.now()), balance: testBalance, isDuplicate: true })

  return {
    balance: testBalance,
    products: testProducts,
    order: (order) => share(() => take(order)),
    async inquireBill({ productcode, target }) {
      if (target.endsWith('1')) throw new Refusal('purchase.bill_not_found', { reason: 'nomor uji' })
      const adminfee = 2_500n
      return {
        token: `test_${randomToken(18)}`,
        expiresat: new Date(Date.now() + billTokenMinutes * 60_000),
        productcode,
        target,
        customername: 'PELANGGAN UJI',
        period: jakartaDayOf(new Date()).slice(0, 7),
        bill: testPrice - adminfee,
        adminfee,
        customerprice: testPrice,
        price: testPrice,
      }
    },
    findExisting: (order) =>
      share(async () => {
        const row = await read(order.buyerId, order.reffclient)
        if (row) refuseOther(row, order)
        return row ? knownAs(row) : null
      }),
    find: (buyerId, reffclient) =>
      share(async () => {
        const row = await read(buyerId, reffclient)
        return row ? knownAs(row) : null
      }),
  }
}

function refuseOther(row: SandboxRow, { reffclient, productcode, target, counter, amount }: Order) {
  const isSame = row.product_code === productcode && row.target === target && row.counter === counter && row.amount === amount
  if (!isSame) throw new Refusal('purchase.reference_used', { reffclient })
}

function refuseByDigit({ target, productcode, counter }: Order) {
  if (target.endsWith('5')) throw new Refusal('balance.too_low')
  if (target.endsWith('6')) throw new Refusal('purchase.no_supplier', { productcode })
  if (target.endsWith('7')) throw new Refusal('purchase.probable_double', { productcode, target, counter: counter + 1 })
}

function viewOf(row: SandboxRow, now: number): PurchaseView {
  const later = now - row.created_at.getTime() > thenMs
  const digit = row.target.at(-1)
  const transactionrc = stateOf(digit, later)
  const changed = transactionrc !== stateOf(digit, false)
  const refunded = digit === '8' && changed
  return {
    id: row.id,
    buyerId: row.buyer_id,
    reffclient: row.reffclient,
    productCode: row.product_code,
    target: row.target,
    price: row.price,
    transactionrc,
    serialnumber: transactionrc === 1 || refunded ? `TEST${row.id.toString().padStart(12, '0')}` : null,
    description: 'Transaksi uji, tidak ada yang dijual',
    refundedAt: refunded ? new Date(row.created_at.getTime() + thenMs) : null,
    version: changed ? 2 : 1,
    createdAt: row.created_at,
    updatedAt: changed ? new Date(row.created_at.getTime() + thenMs) : row.created_at,
    callbackUrl: null,
  }
}

function stateOf(digit: string | undefined, later: boolean): 0 | 1 | 2 {
  switch (digit) {
    case '1':
      return 2
    case '2':
      return 0
    case '3':
      return later ? 1 : 0
    case '4':
      return later ? 2 : 0
    case '8':
      return later ? 2 : 1
    default:
      return 1
  }
}
