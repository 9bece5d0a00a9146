import { lockDebts } from '#contexts/funds/debts/debts.ts'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Statement, Tx } from '#db/db.ts'
import { lockWallets, lockWalletsSkipLocked } from '#ledger/balance.ts'
import { isLive } from '../attempt-state.ts'
import type { SellerCandidate } from '../routing/route.ts'
import type { Outcome } from './decide.ts'
import { keepAvailable, remainingCandidates } from './failover.ts'
import { lockStock, lockStockSkipLocked } from './stock-of-attempts.ts'

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
  channel: number
}

/** Lists the columns explicitly: after a migration adds a column, a statement prepared with `*` would fail on older connections. */
const lockSql = `
    select id, buyer_id, seller_id, offer_id, product_id, inquiry_id, pinned, price, fee, amount, maxprice, counter, transactionrc, version,
    created_at, updated_at, refunded_at, reffclient, product_code, target, serialnumber, description, callback_url, channel
    from purchase where id = any($1::bigint[]) order by id for update`
const lockPurchases: Statement = { name: 'purchases.lock', text: lockSql }
const lockPurchasesSkipLocked: Statement = { name: 'purchases.lock-skip-locked', text: `${lockSql} skip locked` }

export const lockPurchasesById = (tx: Tx, ids: bigint[]): Promise<Map<bigint, LockedPurchase>> => purchasesBy(tx, lockPurchases, ids)

async function purchasesBy(tx: Tx, statement: Statement, ids: bigint[]): Promise<Map<bigint, LockedPurchase>> {
  const rows = await tx.run<LockedPurchase>(statement, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

export interface AttemptRow {
  id: bigint
  purchase_id: bigint
  seller_id: bigint
  offer_id: bigint
  price: bigint
  number: number
  state: number
  asks: number
  claims: number
  claimed_by: number | null
  sent_at: Date | null
  last_sent_at: Date | null
  /** True if one piece of the offer's stock is reserved for the attempt. */
  stocked: boolean
  /** True if the seller has already reported a success without a code. */
  code_missing: boolean
  /** True if the seller has said that only a part was delivered. */
  partial: boolean
}

/** Reads all attempts of the purchases, because failover must know which sellers were tried. */
const readAttempts: Statement = {
  name: 'purchases.attempts',
  text: `select id, purchase_id, seller_id, offer_id, price, number, state, asks, claims, claimed_by, sent_at, last_sent_at, stocked, code_missing, partial, clock_timestamp() as now
    from attempt where purchase_id = any($1::bigint[])`,
}

/** The locked rows that a batch of outcomes needs. Each decision updates the maps, so that later decisions of the batch see its effects. */
export interface Locked {
  /** The time of the database's clock, which also sets the times in the rows. */
  now: Date
  purchases: Map<bigint, LockedPurchase>
  attempts: Map<bigint, AttemptRow>
  /** The balances of buyers whose attempt failed, because the next attempt may debit another price. */
  balances: Map<bigint, bigint>
  /** The debts of sellers whose attempt succeeded. */
  debts: Map<bigint, bigint>
  /** The candidates for the next attempt of each failing purchase. */
  candidates: Map<bigint, SellerCandidate[]>
}

/** How a batch takes its locks. */
export interface Locking {
  /** Whether to use offers from the snapshot even if their row changed (`memory` then starts the batch again) or to skip them (`rows`). */
  trust: 'memory' | 'rows'
  /** True skips rows that another transaction has locked; purchases that need these rows are left out of the batch. */
  skipLocked: boolean
}

/** Takes the locks in the order that all settlement code uses: purchases by id, then debts, then wallets by id, then stock. */
export async function lockFor(tx: Tx, catalogue: CatalogueSnapshot, outcomes: Outcome[], { trust, skipLocked }: Locking): Promise<Locked> {
  const ids = [...new Set(outcomes.map((outcome) => outcome.purchaseId))]
  const purchases = await purchasesBy(tx, skipLocked ? lockPurchasesSkipLocked : lockPurchases, ids)
  const rows = await tx.run<AttemptRow & { now: Date }>(readAttempts, [ids])
  const now = rows[0]?.now ?? new Date()
  const attempts = new Map(rows.map((attempt) => [attempt.id, attempt]))
  const owed = await lockDebts(tx, touched(purchases, outcomes).sellers, skipLocked)
  if (skipLocked) await dropLockedElsewhere(tx, purchases, outcomes, owed)
  const { sellers, failing } = touched(purchases, outcomes)
  // Locks the wallets of failing buyers together with those of the sellers that the batch pays. Locking the sellers' wallets in a later step would
  // break the order by id.
  const wallets = failing.length === 0 ? [] : [...new Set([...failing.map(({ buyer_id }) => buyer_id), ...sellers])]
  const balances = wallets.length === 0 ? new Map<bigint, bigint>() : await lockWallets(tx, wallets)
  const candidates = new Map(
    failing.map((purchase) => [purchase.id, remainingCandidates(catalogue, purchase, triedOffers(rows, purchase.id), now)]),
  )
  const stock = new Map([...candidates].map(([id, remaining]) => [id, stockOf(rows, id, remaining)]))
  if (skipLocked) await dropLockedStock(tx, purchases, candidates, stock)
  else await lockStock(tx, [...new Set([...stock.values()].flat())])
  await keepAvailable(tx, candidates, purchases, trust)
  return { now, purchases, attempts, balances, debts: new Map([...owed].map(([seller, amount]) => [seller, amount ?? 0n])), candidates }
}

const failures = ['failed', 'refused', 'unsent'] as const
const isFailing = (state: string) => failures.some((one) => one === state)

/** The sellers that are paid, and the purchases whose buyers get their money back. */
function touched(purchases: ReadonlyMap<bigint, LockedPurchase>, outcomes: Outcome[]) {
  const purchasesThat = (...states: Outcome['result']['state'][]) =>
    outcomes.flatMap(({ purchaseId, result }) => (states.includes(result.state) ? (purchases.get(purchaseId) ?? []) : []))
  return {
    sellers: [...new Set(purchasesThat('success').map(({ seller_id }) => seller_id))],
    failing: purchasesThat(...failures),
  }
}

/** Locks the wallets that no other transaction has locked, and leaves out purchases whose wallet or seller's debt is locked. */
async function dropLockedElsewhere(
  tx: Tx,
  purchases: Map<bigint, LockedPurchase>,
  outcomes: Outcome[],
  owed: ReadonlyMap<bigint, bigint | null>,
) {
  const { sellers, failing } = touched(purchases, outcomes)
  const free = await lockWalletsSkipLocked(tx, [...new Set([...failing.map(({ buyer_id }) => buyer_id), ...sellers])])
  for (const { purchaseId, result } of outcomes) {
    const purchase = purchases.get(purchaseId)
    if (purchase === undefined) continue
    const isSellerLocked = !free.has(purchase.seller_id) || owed.get(purchase.seller_id) === null
    const isLocked = result.state === 'success' ? isSellerLocked : isFailing(result.state) && !free.has(purchase.buyer_id)
    if (isLocked) purchases.delete(purchaseId)
  }
}

/** Locks the stock that no other transaction has locked, and leaves out purchases that may need locked stock. */
async function dropLockedStock(
  tx: Tx,
  purchases: Map<bigint, LockedPurchase>,
  candidates: Map<bigint, SellerCandidate[]>,
  stock: ReadonlyMap<bigint, bigint[]>,
) {
  const locked = await lockStockSkipLocked(tx, [...new Set([...stock.values()].flat())])
  for (const [id, offers] of stock) {
    if (!offers.some((offer) => locked.has(offer))) continue
    purchases.delete(id)
    candidates.delete(id)
  }
}

const triedOffers = (attempts: AttemptRow[], purchaseId: bigint): Set<bigint> =>
  new Set(attempts.filter((attempt) => attempt.purchase_id === purchaseId).map((attempt) => attempt.offer_id))

/**
 * The offers whose stock may change when an attempt of the purchase fails: the offer of the failed attempt gets its piece back, and the offer of the
 * next seller gives one. Determined once, before the stock is locked.
 */
function stockOf(attempts: AttemptRow[], purchaseId: bigint, remaining: SellerCandidate[]): bigint[] {
  const taken = attempts.filter(({ purchase_id, state, stocked }) => stocked && isLive(state) && purchase_id === purchaseId)
  const wanted = remaining.filter(({ offer }) => offer.stocked)
  return [...taken.map(({ offer_id }) => offer_id), ...wanted.map(({ offer }) => offer.id)]
}

export function purchaseOf(purchases: ReadonlyMap<bigint, LockedPurchase>, outcome: Outcome): LockedPurchase {
  const purchase = purchases.get(outcome.purchaseId)
  if (purchase === undefined) throw new Error(`an outcome names purchase ${outcome.purchaseId}, which does not exist`)
  return purchase
}
