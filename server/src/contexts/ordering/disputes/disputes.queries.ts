import type { AdminDisputeRow, DisputeKind, DisputeQuery, DisputeReason, DisputeRow, DisputeState } from '@lapak/contract/ordering/disputes'
import type { Page } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import { nameForAll, seenName } from '#contexts/members/shop-names/shop-names.ts'
import type { Reader } from '#db/db.ts'
import { countOf, onePage } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'

/** Who reads the list: the buyer, the seller or, as `house`, the administrators of the platform. */
type Side = { buyerId: bigint } | { sellerId: bigint } | 'house'

/**
 * The administrator who asked for a refund or a rejection that waits for a second administrator. A refund that an earlier dispute of the purchase asked
 * for does not count.
 */
const askedBy = sql<string | null>`case when dispute.ended_at is null then (
  select asker.name from approval_request request join member asker on asker.id = request.asked_by
  where request.outcome is null and (
    request.kind = 'dispute.reject' and request.subject = dispute.id::text
    or request.kind = 'purchase.force' and request.subject = dispute.purchase_id::text
      and coalesce((request.payload ->> 'dispute')::bigint = dispute.id, true)
  ) order by request.id limit 1) end`

/** `askedby` is read only for administrators. */
type ReadRow = DisputeRow & Partial<Pick<AdminDisputeRow, 'askedby'>>

const rowsOf = (read: Reader, side: Side | null) =>
  read
    .selectFrom('dispute')
    .innerJoin('purchase', 'purchase.id', 'dispute.purchase_id')
    .innerJoin('product', 'product.id', 'purchase.product_id')
    .innerJoin('member as buyer', 'buyer.id', 'dispute.buyer_id')
    .innerJoin('member as seller', 'seller.id', 'dispute.seller_id')
    .select([
      'dispute.id',
      'dispute.purchase_id as idtrx',
      'dispute.kind as jenis',
      'dispute.state',
      'dispute.reason',
      'dispute.story as msg',
      'dispute.created_at as createat',
      'dispute.due_at as dueat',
      'dispute.answer',
      'dispute.answered_at as answerat',
      'dispute.verdict',
      'dispute.ended_at as endat',
      sql<DisputeRow['endby']>`case dispute.ended_by when dispute.buyer_id then 'buyer' when dispute.seller_id then 'seller' else
        case when dispute.ended_by is not null then 'house' end end`.as('endby'),
      'dispute.buyer_id as memberid',
      'buyer.name as membername',
      'dispute.seller_id as sellerid',
      'seller.name as sellername',
      'product.name as productname',
      'purchase.target',
      'purchase.serialnumber',
      'purchase.price as sellprice',
      'purchase.created_at as trxat',
    ])
    .$if(side === 'house', (rows) => rows.select(askedBy.as('askedby')))
    .$narrowType<{ state: DisputeState; reason: DisputeReason; jenis: DisputeKind }>()

/** Buyer and seller see each other's public name. Otherwise a member could name itself like the platform, which decides between the two. */
const forSides = (row: DisputeRow): DisputeRow => ({
  ...row,
  membername: nameForAll({ id: row.memberid, name: row.membername }),
  sellername: nameForAll({ id: row.sellerid, name: row.sellername }),
})

/** Administrators see the real names. An administrator cannot decide about a purchase that it bought or sold itself. */
const asAdmin = (viewerId: bigint, row: ReadRow): AdminDisputeRow => ({
  ...row,
  membername: seenName(row.membername),
  sellername: seenName(row.sellername),
  own: viewerId === row.memberid || viewerId === row.sellerid,
  askedby: row.askedby ?? null,
})

async function rowOf(read: Reader, id: bigint, side: Side | null = null): Promise<ReadRow> {
  const row = await rowsOf(read, side).where('dispute.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.dispute')
  return row
}

export const readDispute = async (read: Reader, id: bigint): Promise<DisputeRow> => forSides(await rowOf(read, id))

export const readForAdmins = async (read: Reader, viewerId: bigint, id: bigint): Promise<AdminDisputeRow> =>
  asAdmin(viewerId, await rowOf(read, id, 'house'))

/** Only for the buyer and the seller; other members get "not found". */
export async function readOwn(read: Reader, memberId: bigint, id: bigint): Promise<DisputeRow> {
  const row = await readDispute(read, id)
  if (row.memberid !== memberId && row.sellerid !== memberId) throw new Refusal('not_found.dispute')
  return row
}

/** All claims about one purchase (disputes and returns), newest first: at most one of each kind. */
export async function disputesOf(read: Reader, purchaseId: bigint): Promise<DisputeRow[]> {
  const rows = await rowsOf(read, null).where('dispute.purchase_id', '=', purchaseId).orderBy('dispute.id', 'desc').execute()
  return rows.map(forSides)
}

const sortColumns = { id: 'dispute.id', dueat: 'dispute.due_at' } as const

export async function listDisputes(read: Reader, side: Exclude<Side, 'house'>, query: DisputeQuery): Promise<Page<DisputeRow>> {
  const { content, totalElements } = await pageFor(read, side, query)
  return { content: content.map(forSides), totalElements }
}

export async function listForAdmins(read: Reader, viewerId: bigint, query: DisputeQuery): Promise<Page<AdminDisputeRow>> {
  const { content, totalElements } = await pageFor(read, 'house', query)
  return { content: content.map((row) => asAdmin(viewerId, row)), totalElements }
}

async function pageFor(read: Reader, side: Side, query: DisputeQuery): Promise<Page<ReadRow>> {
  const found = foundFor(read, side, query)
  return {
    content: await onePage(found, query, sortColumns[query.sort.field], 'dispute.id').execute(),
    totalElements: await countOf(found),
  }
}

function foundFor(read: Reader, side: Side, { tahap }: DisputeQuery) {
  return rowsOf(read, side)
    .$if(side !== 'house' && 'buyerId' in side, (rows) => rows.where('dispute.buyer_id', '=', (side as { buyerId: bigint }).buyerId))
    .$if(side !== 'house' && 'sellerId' in side, (rows) => rows.where('dispute.seller_id', '=', (side as { sellerId: bigint }).sellerId))
    .$if(tahap === 'berjalan' || tahap === 'menunggu', (rows) => rows.where('dispute.state', 'in', [0, 1]))
    .$if(tahap === 'menunggu', (rows) => rows.where('dispute.state', '=', side === 'house' ? 1 : 0))
    .$if(tahap === 'selesai', (rows) => rows.where('dispute.state', 'in', [2, 3, 4]))
}
