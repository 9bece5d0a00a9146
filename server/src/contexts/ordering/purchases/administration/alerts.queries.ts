import type { AlertKind, AlertQuery, PurchaseAlert } from '@lapak/contract/ordering/purchases'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { countOf, idsOfPage, inOrderOf } from '#http/paging.ts'
import { stateOf } from '../queries/lists.queries.ts'

/** Lists open alerts, or resolved alerts if these are requested. */
export async function listAlerts(read: Reader, query: AlertQuery): Promise<{ content: PurchaseAlert[]; totalElements: number }> {
  const { kind, open = true } = query
  const found = read
    .selectFrom('purchase_alert')
    .select('purchase_alert.id')
    .where('purchase_alert.resolved_at', open ? 'is' : 'is not', null)
    .$if(kind !== undefined, (rows) => rows.where('purchase_alert.kind', '=', kind ?? ''))
  const ids = await idsOfPage(read, found, query, 'id', false)
  return { content: inOrderOf(ids, await readAlerts(read, ids)), totalElements: await countOf(found) }
}

/** All alerts of a purchase, newest first. */
export async function alertsOf(read: Reader, purchaseId: bigint): Promise<PurchaseAlert[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from purchase_alert
    where attempt_id = any(array(select id from attempt where purchase_id = ${purchaseId})) order by id desc`.execute(read)
  const ids = rows.map(({ id }) => id)
  return inOrderOf(ids, await readAlerts(read, ids))
}

async function readAlerts(read: Reader, ids: bigint[]): Promise<PurchaseAlert[]> {
  const rows = await read
    .selectFrom('purchase_alert as alert')
    .innerJoin('purchase', 'purchase.id', 'alert.purchase_id')
    .innerJoin('product', 'product.id', 'purchase.product_id')
    .innerJoin('member as buyer', 'buyer.id', 'purchase.buyer_id')
    .innerJoin('member as seller', 'seller.id', 'purchase.seller_id')
    .leftJoin('member as taker', 'taker.id', 'alert.taken_by')
    .leftJoin('member as ender', 'ender.id', 'alert.resolved_by')
    .select([
      'alert.id',
      'purchase.id as idtrx',
      'alert.kind',
      'alert.message',
      'alert.created_at as createat',
      'product.name as productname',
      'purchase.target',
      'purchase.price as sellprice',
      'buyer.name as membername',
      'seller.name as sellername',
      'purchase.transactionrc',
      'alert.taken_at as takenat',
      'taker.name as takenby',
      'alert.taken_reason as takenreason',
      'alert.resolved_at as endedat',
      'ender.name as endedby',
      'alert.resolved_reason as endedreason',
    ])
    .where(sql<boolean>`alert.id = any(${ids}::bigint[])`)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as AlertKind, transactionrc: stateOf(row) }))
}
