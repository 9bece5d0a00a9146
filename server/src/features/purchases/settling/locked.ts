import type { Statement, Tx } from '#core/db.ts'
import { lockWallets } from '#ledger/balance.ts'
import type { Market } from '../../market/market.ts'
import { lockDebts } from './debts.ts'
import type { Outcome } from './decide.ts'
import { lockStock } from './stock.ts'

export interface LockedPurchase {
  id: bigint
  buyer_id: bigint
  seller_id: bigint
  offer_id: bigint
  product_id: bigint
  inquiry_id: bigint | null
  pinned: boolean
  price: bigint
  fee: bigint
  amount: bigint | null
  maxprice: bigint | null
  counter: number
  transactionrc: 0 | 1 | 2
  version: number
  created_at: Date
  updated_at: Date
  refunded_at: Date | null
  reffclient: string
  product_code: string
  target: string
  serialnumber: string | null
  description: string | null
  callback_url: string | null
}

/** By name: a statement prepared for `*` would fail for ever on connections that are older than a new column. */
const lockPurchases: Statement = {
  name: 'purchases.lock',
  text: `select id, buyer_id, seller_id, offer_id, product_id, inquiry_id, pinned, price, fee, amount, maxprice, counter, transactionrc, version,
    created_at, updated_at, refunded_at, reffclient, product_code, target, serialnumber, description, callback_url
    from purchase where id = any($1::bigint[]) order by id for update`,
}

export async function lockPurchasesById(tx: Tx, ids: bigint[]): Promise<Map<bigint, LockedPurchase>> {
  const rows = await tx.run<LockedPurchase>(lockPurchases, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

export interface AttemptRow {
  id: bigint
  purchase_id: bigint
  offer_id: bigint
  price: bigint
  number: number
  state: number
  asks: number
  sent_at: Date | null
  /** A piece of its offer's stock is reserved for it. */
  stocked: boolean
}

/** All attempts of the purchases: a failing one must know which sellers were tried. */
const readAttempts: Statement = {
  name: 'purchases.attempts',
  text: 'select id, purchase_id, offer_id, price, number, state, asks, sent_at, stocked from attempt where purchase_id = any($1::bigint[])',
}

/** What a batch of outcomes decides about. The maps follow the decisions, so that each one sees those before it. */
export interface Locked {
  purchases: Map<bigint, LockedPurchase>
  attempts: Map<bigint, AttemptRow>
  /** Of buyers whose attempt failed, because it may hold again at another price. */
  balances: Map<bigint, bigint>
  /** Of sellers who succeeded. */
  debts: Map<bigint, bigint>
}

/** Locks in the order of everybody who settles: purchases by id, then debts, then wallets by id, then stock. */
export async function lockFor(tx: Tx, market: Market, outcomes: Outcome[]): Promise<Locked> {
  const ids = [...new Set(outcomes.map((outcome) => outcome.purchaseId))]
  const purchases = await lockPurchasesById(tx, ids)
  const attempts = await tx.run<AttemptRow>(readAttempts, [ids])
  const purchasesThat = (...states: Outcome['result']['state'][]) =>
    outcomes.filter(({ result }) => states.includes(result.state)).map((outcome) => purchaseOf(purchases, outcome))
  const sellers = [...new Set(purchasesThat('success').map(({ seller_id }) => seller_id))]
  const failing = purchasesThat('failed', 'unsent')
  const debts = await lockDebts(tx, sellers)
  // With the wallets of sellers who are paid in the same batch: locked one step later they would be out of order.
  const wallets = failing.length === 0 ? [] : [...new Set([...failing.map(({ buyer_id }) => buyer_id), ...sellers])]
  const balances = wallets.length === 0 ? new Map<bigint, bigint>() : await lockWallets(tx, wallets)
  await lockStock(tx, market, failing)
  return { purchases, attempts: new Map(attempts.map((attempt) => [attempt.id, attempt])), balances, debts }
}

export function purchaseOf(purchases: ReadonlyMap<bigint, LockedPurchase>, outcome: Outcome): LockedPurchase {
  const purchase = purchases.get(outcome.purchaseId)
  if (purchase === undefined) throw new Error(`an outcome names purchase ${outcome.purchaseId}, which does not exist`)
  return purchase
}
