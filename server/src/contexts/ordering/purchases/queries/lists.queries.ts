import { type PurchaseRow, type purchaseListQuery, purchaseState, type SaleRow } from '@lapak/contract/ordering/purchases'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import { onePage } from '#http/paging.ts'
import { type Filters, matchesFilters, type ResolvedFilters, resolveFilters, type Scope } from './filters.ts'
import { sumOf } from './sums.ts'

export type ListQuery = z.output<typeof purchaseListQuery> & Filters

const rowColumns = [
  'purchase.id',
  'purchase.created_at as createat',
  'purchase.updated_at as updateat',
  'purchase.reffclient',
  'purchase.product_code as productcode',
  'product.name as productname',
  'purchase.target',
  'purchase.price as sellprice',
  'purchase.seller_id as sellerid',
  'seller.name as sellername',
  'buyer.name as membername',
  'purchase.transactionrc',
  'purchase.serialnumber',
  'purchase.description',
  'purchase.refunded_at as refundedat',
] as const

const sortColumns = {
  id: 'purchase.id',
  createat: 'purchase.created_at',
  updateat: 'purchase.updated_at',
  reffclient: 'purchase.reffclient',
  productcode: 'purchase.product_code',
  target: 'purchase.target',
  sellprice: 'purchase.price',
  transactionrc: 'purchase.transactionrc',
} as const

export const stateOf = (row: { transactionrc: number }) => row.transactionrc as PurchaseRow['transactionrc']

/** Rows with the names that a list shows. Joins the names only to the purchases that were found. */
export const withNames = (db: Database, purchases: SelectQueryBuilder<DB, 'purchase', Selectable<DB['purchase']>>) =>
  db.read
    .selectFrom(purchases.as('purchase'))
    .innerJoin('product', 'product.id', 'purchase.product_id')
    .innerJoin('member as seller', 'seller.id', 'purchase.seller_id')
    .innerJoin('member as buyer', 'buyer.id', 'purchase.buyer_id')
    .select(rowColumns)

interface PageOf<Row> {
  content: Row[]
  totalElements: number
}

export const listPurchases = (db: Database, scope: Scope, query: ListQuery): Promise<PageOf<PurchaseRow>> =>
  listBy(db, scope, query, readRows)

export const listSales = (db: Database, sellerId: bigint, query: ListQuery): Promise<PageOf<SaleRow>> =>
  listBy(db, { sellerId }, query, readSaleRows)

export type ReadRows<Row> = (db: Database, ids: bigint[]) => Promise<Row[]>

async function listBy<Row>(db: Database, scope: Scope, query: ListQuery, read: ReadRows<Row>): Promise<PageOf<Row>> {
  const resolved = await resolveFilters(db.read, scope, query)
  const ids = await findIds(db, resolved, query)
  const { jml } = await sumOf(db.read, resolved)
  return { content: await read(db, ids), totalElements: Number(jml) }
}

/** The ids of the purchases on one page, in the order of the page. */
export async function findIds(db: Database, resolved: ResolvedFilters, ask: Pick<ListQuery, 'page' | 'size' | 'sort'>): Promise<bigint[]> {
  const purchases = db.read.selectFrom('purchase').select('purchase.id').where(matchesFilters(resolved))
  const rows = await onePage(purchases, ask, sortColumns[ask.sort.field], 'purchase.id').execute()
  return rows.map(({ id }) => id)
}

/** The current rows of these purchases, in the given order. */
export async function readRows(db: Database, ids: bigint[]): Promise<PurchaseRow[]> {
  if (ids.length === 0) return []
  const rows = await withNames(db, purchasesOf(db, ids)).execute()
  return inOrder(
    ids,
    rows.map((row) => ({ ...row, transactionrc: stateOf(row) })),
  )
}

/** Like `readRows`, with the buyer. */
export async function readBuyersRows(db: Database, ids: bigint[]): Promise<(PurchaseRow & { buyer_id: bigint })[]> {
  if (ids.length === 0) return []
  const rows = await withNames(db, purchasesOf(db, ids)).select('purchase.buyer_id').execute()
  return inOrder(
    ids,
    rows.map((row) => ({ ...row, transactionrc: stateOf(row) })),
  )
}

/** Like `readRows`, with the seller's earnings. */
export async function readSaleRows(db: Database, ids: bigint[]): Promise<SaleRow[]> {
  if (ids.length === 0) return []
  const rows = await withNames(db, purchasesOf(db, ids)).select('purchase.fee').execute()
  return inOrder(
    ids,
    rows.map((row) => ({ ...row, transactionrc: stateOf(row), earned: earnedBy(row) })),
  )
}

const purchasesOf = (db: Database, ids: bigint[]) =>
  db.read.selectFrom('purchase').selectAll().where(sql<boolean>`purchase.id = any(${ids}::bigint[])`)

function inOrder<Row extends { id: bigint }>(ids: bigint[], found: Row[]): Row[] {
  const rows = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export function earnedBy({ transactionrc, sellprice, fee }: { transactionrc: number; sellprice: bigint; fee: bigint }): bigint | null {
  if (transactionrc === purchaseState.pending) return null
  return transactionrc === purchaseState.success ? sellprice - fee : 0n
}
