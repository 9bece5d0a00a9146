import { type buyingListCalls, type MappingRow, prioritiesMax } from '@lapak/contract/ordering/buying-list'
import type { BodyOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { lockCache } from '#db/cache-lock.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { readMapping, readMappingsOf } from './buying-list.queries.ts'

type NewMapping = BodyOf<typeof buyingListCalls.add>

export interface BuyingListDeps {
  db: Database
  catalogue: CatalogueSnapshot
}

/** Adds an offer to a buyer's list, after the other offers of its product unless a priority is given. A member cannot add its own offer. */
export function addMapping({ db, catalogue }: BuyingListDeps, buyerId: bigint, asked: NewMapping): Promise<MappingRow> {
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const offer = await tx
      .selectFrom('offer')
      .innerJoin('product', 'product.id', 'offer.product_id')
      .innerJoin('brand', 'brand.id', 'product.brand_id')
      .innerJoin('member as seller', 'seller.id', 'offer.seller_id')
      .select(['offer.id', 'offer.product_id', 'offer.seller_id'])
      .where('offer.id', '=', asked.productmemberid)
      .where('offer.archived_at', 'is', null)
      .where('offer.seller_id', '<>', buyerId)
      .where('product.active', '=', true)
      .where('brand.active', '=', true)
      .where('seller.status', '>', 0)
      .executeTakeFirst()
    if (!offer || (asked.sellerid ?? offer.seller_id) !== offer.seller_id) throw new Refusal('not_found.offer')
    const priority = asked.prioritas ?? (await nextPriority(tx, buyerId, offer.product_id))
    const { id } = await tx
      .insertInto('buying_list_entry')
      .values({ buyer_id: buyerId, product_id: offer.product_id, offer_id: offer.id, priority, active: asked.status })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => refuseTaken(error, priority))
    return readMapping({ read: tx, catalogue }, buyerId, id)
  })
}

/**
 * Adds all offers of a seller to a buyer's list, each after the other offers of its product, so that existing priorities stay unchanged. Returns the
 * number of added entries. Existing entries stay unchanged, including entries that are switched off.
 */
export function addSeller({ db }: BuyingListDeps, buyerId: bigint, sellerId: bigint): Promise<{ ditambah: number }> {
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const seller = await tx
      .selectFrom('seller_api')
      .innerJoin('member', 'member.id', 'seller_api.seller_id')
      .select('member.id')
      .where('member.id', '=', sellerId)
      .where('member.id', '<>', buyerId)
      .where('member.status', '>', 0)
      .executeTakeFirst()
    if (!seller) throw new Refusal('not_found.seller')
    const { numAffectedRows } = await sql`
      with listed as materialized (
        select product_id, offer_id, priority from buying_list_entry where buyer_id = ${buyerId} and archived_at is null
      ), place as materialized (
        select product_id, max(priority) as last from listed group by product_id
      )
      insert into buying_list_entry (buyer_id, product_id, offer_id, priority, active)
      select ${buyerId}, offer.product_id, offer.id, coalesce(place.last, 0) + 1, true
      from offer
      join product on product.id = offer.product_id
      join brand on brand.id = product.brand_id
      left join place on place.product_id = offer.product_id
      where offer.seller_id = ${seller.id} and offer.archived_at is null and product.active and brand.active
        and coalesce(place.last, 0) < ${prioritiesMax}
        and not exists (select from listed where listed.offer_id = offer.id)`.execute(tx)
    return { ditambah: Number(numAffectedRows ?? 0n) }
  })
}

export function setMappingStatus({ db, catalogue }: BuyingListDeps, buyerId: bigint, id: bigint, active: boolean): Promise<MappingRow> {
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const before = await readMapping({ read: tx, catalogue }, buyerId, id)
    if (before.status !== active) await tx.updateTable('buying_list_entry').set({ active }).where('id', '=', id).execute()
    return { ...before, status: active }
  })
}

export function removeMapping({ db, catalogue }: BuyingListDeps, buyerId: bigint, id: bigint): Promise<void> {
  return db.transaction(async (tx) => {
    await lockCache(tx)
    await readMapping({ read: tx, catalogue }, buyerId, id)
    await tx.updateTable('buying_list_entry').set({ archived_at: new Date() }).where('id', '=', id).execute()
  })
}

/**
 * Moves the given entries of one product to the front, in the given order, and keeps the order of all other entries. The new priorities are 1 to n
 * without gaps. Moved entries are archived temporarily, because two active entries cannot have the same priority.
 */
export function orderMappings({ db, catalogue }: BuyingListDeps, buyerId: bigint, ids: bigint[]): Promise<MappingRow[]> {
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const listed = await sameProduct(tx, buyerId, ids[0] ?? 0n)
    const [first] = listed
    const known = new Set(listed.map(({ id }) => id))
    if (!first || ids.some((id) => !known.has(id))) throw new Refusal('not_found.mapping')
    const named = new Set(ids)
    const order = [...ids, ...listed.map(({ id }) => id).filter((id) => !named.has(id))]
    const places = new Map(order.map((id, index) => [id, index + 1]))
    const moving = listed.filter(({ id, priority }) => places.get(id) !== priority).map(({ id }) => id)
    if (moving.length > 0) {
      await tx.updateTable('buying_list_entry').set({ archived_at: new Date() }).where('id', 'in', moving).execute()
      await sql`
        update buying_list_entry set priority = place.priority, archived_at = null
        from unnest(${moving}::bigint[], ${moving.map((id) => places.get(id))}::integer[]) as place(id, priority)
        where buying_list_entry.id = place.id`.execute(tx)
    }
    return readMappingsOf({ read: tx, catalogue }, buyerId, first.product_id)
  })
}

/** Archives the entries of an offer that is no longer sold, in all lists. */
export async function removeFromLists(tx: Tx, offerId: bigint, at: Date): Promise<void> {
  await tx
    .updateTable('buying_list_entry')
    .set({ archived_at: at })
    .where('offer_id', '=', offerId)
    .where('archived_at', 'is', null)
    .execute()
}

/** All entries of the product of this entry, by priority. */
const sameProduct = (tx: Tx, buyerId: bigint, id: bigint) =>
  tx
    .selectFrom('buying_list_entry')
    .select(['id', 'product_id', 'priority'])
    .where('buyer_id', '=', buyerId)
    .where('archived_at', 'is', null)
    .where('product_id', '=', (where) =>
      where.selectFrom('buying_list_entry as named').select('named.product_id').where('named.id', '=', id),
    )
    .orderBy('priority')
    .execute()

/** The highest priority plus 1, at most `prioritiesMax`. At the maximum the insert fails, because another entry has this priority. */
async function nextPriority(tx: Tx, buyerId: bigint, productId: bigint): Promise<number> {
  const { last } = await tx
    .selectFrom('buying_list_entry')
    .select((select) => select.fn.max('priority').as('last'))
    .where('buyer_id', '=', buyerId)
    .where('product_id', '=', productId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Math.min((last ?? 0) + 1, prioritiesMax)
}

function refuseTaken(error: unknown, prioritas: number): never {
  if (violatesConstraint(error, 'buying_list_entry_once')) throw new Refusal('mapping.exists')
  if (violatesConstraint(error, 'buying_list_entry_priority')) throw new Refusal('mapping.priority_used', { prioritas })
  throw error
}
