import { type Review, starsMax } from '@lapak/contract/selling/reviews'
import type { Page } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import { nameForAll } from '#contexts/members/shop-names/shop-names.ts'
import { hasBought } from '#contexts/ordering/purchases/purchases.ts'
import { notifyMembers } from '#contexts/system/notifications/notifications.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { countOf, onePage, type PageAsk } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'

/** Buyers may review shops where they bought; sellers cannot review themselves. */
export const mayReview = async (db: Database, buyerId: bigint, sellerId: bigint): Promise<boolean> =>
  buyerId !== sellerId && (await hasBought(db, buyerId, sellerId))

/** One review per buyer and seller; writing again replaces it. The seller's reply stays until the seller changes it. */
export async function writeReview(
  db: Database,
  buyerId: bigint,
  asked: { bintang: number; comment: string; memberid: bigint },
): Promise<Review> {
  await requireSeller(db, asked.memberid)
  if (!(await mayReview(db, buyerId, asked.memberid))) throw new Refusal('review.not_a_customer')
  return db.transaction(async (tx) => {
    await lockReviewsOf(tx, asked.memberid)
    const before = await tx
      .selectFrom('review')
      .select(['id', 'stars'])
      .where('seller_id', '=', asked.memberid)
      .where('buyer_id', '=', buyerId)
      .executeTakeFirst()
    const words = { stars: asked.bintang, comment: asked.comment }
    if (before) {
      await tx
        .updateTable('review')
        .set({ ...words, updated_at: new Date() })
        .where('id', '=', before.id)
        .execute()
    } else {
      await tx
        .insertInto('review')
        .values({ ...words, seller_id: asked.memberid, buyer_id: buyerId })
        .execute()
    }
    await tx
      .updateTable('seller_rating')
      .set((of) => ({
        reviews: of('reviews', '+', before ? 0n : 1n),
        stars: of('stars', '+', BigInt(asked.bintang - (before?.stars ?? 0))),
      }))
      .where('seller_id', '=', asked.memberid)
      .execute()
    const review = await readReview(tx, asked.memberid, buyerId)
    notifyMembers(tx, {
      memberId: asked.memberid,
      kind: 'review',
      key: `review ${review.id}`,
      title: before ? 'Ulasan toko Anda diubah' : 'Ulasan baru untuk toko Anda',
      text: `${review.membername}: ${asked.bintang} dari ${starsMax} bintang`,
      link: `/supplier/${asked.memberid}?tab=ulasan`,
    })
    return review
  })
}

/** `memberid` is the reviewer: a buyer has one review per seller, so it identifies the review (B-OPEN-50). */
export async function replyToReview(db: Database, sellerId: bigint, asked: { memberid: bigint; reply: string }): Promise<Review> {
  return db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('review')
      .set({ reply: asked.reply, replied_at: new Date() })
      .where('seller_id', '=', sellerId)
      .where('buyer_id', '=', asked.memberid)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal('not_found.review')
    const review = await readReview(tx, sellerId, asked.memberid)
    const { name } = await tx.selectFrom('member').select('name').where('id', '=', sellerId).executeTakeFirstOrThrow()
    notifyMembers(tx, {
      memberId: asked.memberid,
      kind: 'review',
      key: `reply ${review.id}`,
      title: 'Suplier menjawab ulasan Anda',
      text: `${name} menjawab ulasan Anda.`,
      link: `/supplier/${sellerId}?tab=ulasan`,
    })
    return review
  })
}

export async function listReviews(
  db: Database,
  sellerId: bigint,
  asked: PageAsk & { sort: { field: 'id' | 'bintang'; descending: boolean } },
): Promise<Page<Review>> {
  await requireSeller(db, sellerId)
  const found = reviewsOf(db.read, sellerId)
  const column = asked.sort.field === 'bintang' ? 'review.stars' : 'review.id'
  const content = await onePage(found, asked, column, 'review.id').execute()
  return { content: content.map(shownReview), totalElements: await countOf(found) }
}

async function requireSeller(db: Database, id: bigint) {
  const seller = await db.read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .select('role.id')
    .where('member_role.member_id', '=', id)
    .where('role.name', '=', 'ROLE_SELLER')
    .executeTakeFirst()
  if (!seller) throw new Refusal('not_found.seller')
}

/** Locks the row with the sums of this seller's reviews, so that concurrent reviews of one seller are counted one after the other. */
async function lockReviewsOf(tx: Tx, sellerId: bigint) {
  await tx
    .insertInto('seller_rating')
    .values({ seller_id: sellerId, reviews: 0n, stars: 0n })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`select 1 from seller_rating where seller_id = ${sellerId} for update`.execute(tx)
}

/** The review of this seller by this buyer. */
export async function findReview(read: Reader, sellerId: bigint, buyerId: bigint): Promise<Review | undefined> {
  const review = await reviewsOf(read, sellerId).where('review.buyer_id', '=', buyerId).executeTakeFirst()
  return review && shownReview(review)
}

/** All members see reviews, so a reviewer cannot appear as the platform. */
const shownReview = (review: Review): Review => ({ ...review, membername: nameForAll({ id: review.memberid, name: review.membername }) })

async function readReview(tx: Tx, sellerId: bigint, buyerId: bigint): Promise<Review> {
  const review = await findReview(tx, sellerId, buyerId)
  if (!review) throw new Error(`no review of ${buyerId} about ${sellerId}`)
  return review
}

const reviewsOf = (read: Reader, sellerId: bigint) =>
  read
    .selectFrom('review')
    .innerJoin('member as buyer', 'buyer.id', 'review.buyer_id')
    .select([
      'review.id',
      'buyer.id as memberid',
      'buyer.name as membername',
      'buyer.avatar as memberavatar',
      'review.stars as bintang',
      'review.comment',
      'review.created_at as createat',
      'review.updated_at as updateat',
      'review.reply',
      'review.replied_at as replyat',
    ])
    .where('review.seller_id', '=', sellerId)
