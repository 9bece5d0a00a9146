import type { TargetKind } from '@lapak/contract/market-data/targets'
import { type ExchangeKind, type PurchaseDetail, recentTargetsMax, type SaleDetail } from '@lapak/contract/ordering/purchases'
import { debtOf } from '#contexts/funds/debts/debts.ts'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { type PurchaseView, toView } from '#contexts/partners/purchase-status/purchase-status.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { parsePlnToken } from '#integrations/suppliers/pln-token.ts'
import { balanceAt } from '#ledger/balance.ts'
import { recoveredBy } from '#ledger/seller-days.ts'
import { attemptStateNames } from '../attempt-state.ts'
import { attemptForBuyer } from '../failure-reasons.ts'
import { matchesFilters, resolveFilters, type Scope } from './filters.ts'
import { earnedBy, stateOf, withNames } from './lists.queries.ts'

async function readPurchase(db: Database, scope: Scope, id: bigint): Promise<PurchaseDetail | null> {
  const own = db.read
    .selectFrom('purchase')
    .selectAll()
    .where('purchase.id', '=', id)
    .where(matchesFilters(await resolveFilters(db.read, scope, {})))
  const row = await withNames(db, own)
    .leftJoin('inquiry', 'inquiry.id', 'purchase.inquiry_id')
    .select([
      'purchase.amount',
      'purchase.counter',
      'inquiry.customer_name as customername',
      'inquiry.period',
      'inquiry.bill',
      'inquiry.admin_fee',
    ])
    .executeTakeFirst()
  if (!row) return null
  const { bill, admin_fee: adminFee, ...rest } = row
  return {
    ...rest,
    transactionrc: stateOf(row),
    serialparts: row.serialnumber === null ? null : parsePlnToken(row.serialnumber),
    customerprice: bill === null || adminFee === null ? null : bill + adminFee,
    attempts: await readAttempts(db, id, scope.sellerId),
  }
}

/** Like `readPurchase`, but refused with "not found" if the purchase does not exist. */
export async function purchaseDetail(db: Database, scope: Scope, id: bigint): Promise<PurchaseDetail> {
  const purchase = await readPurchase(db, scope, id)
  if (purchase === null) throw new Refusal('not_found.purchase')
  return purchase
}

/** A sale with the exchanges between the seller's server and Lapak, and with the seller's earnings. */
export async function readSale(db: Database, sellerId: bigint, id: bigint): Promise<SaleDetail> {
  const sale = await purchaseDetail(db, { sellerId }, id)
  const { fee } = await db.read.selectFrom('purchase').select('fee').where('id', '=', id).executeTakeFirstOrThrow()
  const debt = await debtOf(db.read, sellerId)
  const last = sale.attempts.at(-1)
  return {
    ...sale,
    fee,
    earned: earnedBy({ ...sale, fee }),
    recovered: last ? await recoveredBy(db.read, last.id) : 0n,
    debt,
    exchanges: await readExchanges(db, id, sellerId),
  }
}

/** With `sellerId`: only the attempts of this seller, with the original text of its server. Without it: all attempts, with our text. */
export async function readAttempts(db: Database, purchaseId: bigint, sellerId?: bigint): Promise<PurchaseDetail['attempts']> {
  const rows = await db.read
    .selectFrom('attempt')
    .innerJoin('member', 'member.id', 'attempt.seller_id')
    .select([
      'attempt.id',
      'member.name as sellername',
      'attempt.price',
      'attempt.state',
      'attempt.message',
      'attempt.created_at as createat',
      'attempt.updated_at as updateat',
      'attempt.took_ms as tookms',
    ])
    .where('attempt.purchase_id', '=', purchaseId)
    .$if(sellerId !== undefined, (own) => own.where('attempt.seller_id', '=', sellerId ?? 0n))
    .orderBy('attempt.number')
    .execute()
  return rows.map((row) => {
    const state = attemptStateNames[row.state] ?? 'unknown'
    return { ...row, state, message: sellerId === undefined ? attemptForBuyer(state, row.message) : row.message }
  })
}

export interface StoredPurchase {
  view: PurchaseView
  /** The target kind by which the target was normalized; null for older purchases. */
  targetKind: TargetKind | null
  /** The buyer's present balance. */
  balance: bigint
  counter: number
  amount: bigint | null
  token: string | null
  /** The id of the offer if the buyer chose it itself, else null. */
  pinnedTo: bigint | null
}

/** The purchase with this reference of a buyer, whatever its age. */
export async function findByReference(db: Database, buyerId: bigint, reffclient: string): Promise<StoredPurchase | null> {
  const row = await db.read
    .selectFrom('purchase')
    .leftJoin('inquiry', 'inquiry.id', 'purchase.inquiry_id')
    .selectAll('purchase')
    .select(['inquiry.token', balanceAt('purchase.buyer_id').as('balance')])
    .where('purchase.buyer_id', '=', buyerId)
    .where('purchase.reffclient', '=', reffclient)
    .executeTakeFirst()
  if (!row) return null
  return {
    view: toView(row),
    targetKind: row.target_kind as TargetKind | null,
    balance: row.balance,
    counter: row.counter,
    amount: row.amount,
    token: row.token,
    pinnedTo: row.pinned ? row.offer_id : null,
  }
}

export const recognisedOperator = ({ operators }: CatalogueSnapshot, target: string | undefined) =>
  target === undefined ? null : operators.operatorOf(target)

/** The distinct targets of a member's latest orders, newest first. */
export async function recentTargets(db: Database, buyerId: bigint) {
  const last = db.read
    .selectFrom('purchase')
    .select(['id', 'target', 'product_code', 'product_id'])
    .where('buyer_id', '=', buyerId)
    .orderBy('id', 'desc')
    .limit(100)
  const rows = await db.read
    .selectFrom(last.as('last'))
    .innerJoin('product', 'product.id', 'last.product_id')
    .select(['last.target', 'last.product_code as productcode', 'product.name as productname'])
    .orderBy('last.id', 'desc')
    .execute()
  const seen = new Set<string>()
  return rows.filter((row) => !seen.has(row.target) && seen.add(row.target)).slice(0, recentTargetsMax)
}

/** The maximum number of exchanges that are shown for one purchase. */
const exchangesMax = 200

/** The latest exchanges of a purchase with the server of one seller, or with those of all sellers, oldest first. */
export async function readExchanges(db: Database, purchaseId: bigint, sellerId?: bigint) {
  const rows = await db.read
    .selectFrom('exchange')
    .innerJoin('attempt', 'attempt.id', 'exchange.attempt_id')
    .select([
      'exchange.attempt_id as attemptid',
      'exchange.kind',
      'exchange.state',
      'exchange.at',
      'exchange.took_ms as tookms',
      'exchange.request',
      'exchange.answer',
    ])
    .where('attempt.purchase_id', '=', purchaseId)
    .$if(sellerId !== undefined, (own) => own.where('attempt.seller_id', '=', sellerId ?? 0n))
    .orderBy('exchange.at', 'desc')
    .limit(exchangesMax)
    .execute()
  return rows.reverse().map((row) => ({ ...row, kind: row.kind as ExchangeKind }))
}
