import type { PurchaseRow, purchaseListQuery } from '@lapak/contract/purchases'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '#core/db.ts'
import { onePage } from '#core/paging.ts'
import type { DB } from '#core/schema.ts'
import { type Filters, found, type Narrowing, narrow, type Scope } from './filters.ts'
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

/** Rows with the names that a list shows; joined to what was found, not to all that was looked through. */
export const withNames = (db: Database, purchases: SelectQueryBuilder<DB, 'purchase', Selectable<DB['purchase']>>) =>
  db.read
    .selectFrom(purchases.as('purchase'))
    .innerJoin('product', 'product.id', 'purchase.product_id')
    .innerJoin('member as seller', 'seller.id', 'purchase.seller_id')
    .innerJoin('member as buyer', 'buyer.id', 'purchase.buyer_id')
    .select(rowColumns)

export async function listPurchases(
  db: Database,
  scope: Scope,
  query: ListQuery,
): Promise<{ content: PurchaseRow[]; totalElements: number }> {
  const narrowing = await narrow(db.read, scope, query)
  const ids = await findIds(db, narrowing, query)
  const { jml } = await sumOf(db.read, narrowing)
  return { content: await readRows(db, ids), totalElements: Number(jml) }
}

/** The numbers of the purchases of one page, in its order. */
export async function findIds(db: Database, narrowing: Narrowing, ask: Pick<ListQuery, 'page' | 'size' | 'sort'>): Promise<bigint[]> {
  const purchases = db.read.selectFrom('purchase').select('purchase.id').where(found(narrowing))
  const rows = await onePage(purchases, ask, sortColumns[ask.sort.field], 'purchase.id').execute()
  return rows.map(({ id }) => id)
}

/** The rows of these purchases as they are now, in the given order. */
export async function readRows(db: Database, ids: bigint[]): Promise<PurchaseRow[]> {
  if (ids.length === 0) return []
  const purchases = db.read.selectFrom('purchase').selectAll().where(sql<boolean>`purchase.id = any(${ids}::bigint[])`)
  const rows = new Map((await withNames(db, purchases).execute()).map((row) => [row.id, { ...row, transactionrc: stateOf(row) }]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}
