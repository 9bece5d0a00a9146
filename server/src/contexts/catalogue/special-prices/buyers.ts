import type { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import type { DataOf } from '@lapak/contract/shared/call'
import { emailPattern } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import { normalPhone } from '#contexts/members/otp/otp.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader } from '#db/db.ts'
import { databaseFunction } from '#db/functions.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'

/*
 * The buyers that a seller can find: its own customers, members with a special price from it, and members whose complete e-mail address or phone
 * number it enters. Other members are not found, so neither partial names nor consecutive ids reveal the list of members.
 */

type BuyerRow = DataOf<typeof specialPriceCalls.buyers>[number]

const charactersMin = 2
const buyersMax = 20
/**
 * The maximum number of purchases that are read of the days without daily sums. If a seller has more, its oldest customers of these days are found
 * only after the nightly job.
 */
const newestPurchases = 10_000

/**
 * The condition is a range instead of an equality, so that only the index that begins with the seller returns the rows in this order. Bitmap scans
 * are off, because the planner without statistics would read and sort all purchases of the seller.
 */
export const customersOf = databaseFunction(
  'customers_of',
  `(seller bigint) returns setof bigint language sql stable
set enable_seqscan = off set enable_bitmapscan = off
as $$
  select buyer_id from customer where seller_id = seller
  union
  select buyer_id from (
    select buyer_id from purchase where seller_id between seller and seller order by seller_id desc, id desc limit ${newestPurchases}
  ) newest
$$`,
)

const idsOfCustomers = (sellerId: bigint) => sql`array(select ${sql.ref(customersOf.name)}(${sellerId}))`

/** Members with a special price from this seller; they may never have bought from it. */
const idsOfPriced = (sellerId: bigint) => sql`array(
  select special_price.buyer_id from offer join special_price on special_price.offer_id = offer.id and special_price.archived_at is null
  where offer.seller_id = ${sellerId})`

export interface FindDeps {
  db: Database
  settings: Settings
}

/** Returns the id, name and picture of members only, never an e-mail address or phone number. */
export async function findBuyers(deps: FindDeps, sellerId: bigint, typed: string): Promise<BuyerRow[]> {
  const found = await findByAddress(deps, sellerId, typed)
  if (found !== null) return [found]
  return typed.length < charactersMin ? [] : findCustomers(deps.db.read, sellerId, typed)
}

const shown = ['id as memberid', 'name as membername', 'avatar as memberavatar'] as const

const buyersFor = (read: Reader, sellerId: bigint) =>
  read.selectFrom('member').select(shown).where('id', '<>', sellerId).where('status', '>', 0)

const findCustomers = (read: Reader, sellerId: bigint, typed: string): Promise<BuyerRow[]> =>
  buyersFor(read, sellerId)
    .where((where) =>
      where.or([sql<boolean>`member.id = any(${idsOfCustomers(sellerId)})`, sql<boolean>`member.id = any(${idsOfPriced(sellerId)})`]),
    )
    .where('name', 'ilike', containsPattern(typed))
    .orderBy('name')
    .orderBy('id')
    .limit(buyersMax)
    .execute()

/** Searches only for a complete e-mail address or phone number. Other texts do not count against the limit. */
async function findByAddress({ db, settings }: FindDeps, sellerId: bigint, typed: string): Promise<BuyerRow | null> {
  const phone = normalPhone(typed)
  if (phone === null && !emailPattern.test(typed)) return null
  await rateLimit(db, `specialPrices.addressesPerDay:${sellerId}`, settings.get('specialPrices.addressesPerDay'), 86_400)
  const buyers = buyersFor(db.read, sellerId)
  const found = await (phone === null
    ? buyers.where(sql`lower(email)`, '=', typed.toLowerCase())
    : buyers.where('phone', '=', phone).where('phone_verified_at', 'is not', null)
  ).executeTakeFirst()
  if (!found) return null
  await db.transaction((tx) =>
    tx
      .insertInto('buyer_found')
      .values({ seller_id: sellerId, member_id: found.memberid })
      .onConflict((conflict) => conflict.columns(['seller_id', 'member_id']).doUpdateSet({ at: sql`now()` }))
      .execute(),
  )
  return found
}

/**
 * Whether a seller may give this member a special price: the member is a customer, or the seller found it by its complete e-mail address or phone
 * number within the last day. The indexes are read first; customers and newest purchases are read only if the indexes do not contain the member.
 */
export async function mayName(read: Reader, sellerId: bigint, memberId: bigint): Promise<boolean> {
  const member = await buyersFor(read, sellerId)
    .where('id', '=', memberId)
    .select(
      sql<boolean>`
        exists (select from customer where seller_id = ${sellerId} and buyer_id = ${memberId})
        or exists (
          select from buyer_found where seller_id = ${sellerId} and member_id = ${memberId} and at > now() - interval '1 day'
        )`.as('known'),
    )
    .executeTakeFirst()
  if (!member || member.known) return member !== undefined
  const { rows } = await sql<{ bought: boolean }>`
    select ${memberId} = any(${idsOfPriced(sellerId)}) or ${memberId} = any(${idsOfCustomers(sellerId)}) as bought`.execute(read)
  return rows[0]?.bought === true
}

export async function purgeFound(db: Database): Promise<void> {
  await db.transaction((tx) => sql`delete from buyer_found where at < now() - interval '1 day'`.execute(tx))
}
