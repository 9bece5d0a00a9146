import type { specialPriceCalls } from '@lapak/contract/catalogue/special-prices'
import type { BodyOf } from '@lapak/contract/shared/call'
import { recordSpecialPrices } from '#contexts/catalogue/price-changes/price-changes.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import { lockCache } from '#db/cache-lock.ts'
import { type Database, type Tx, violatesConstraint } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { customersOf, mayName } from './buyers.ts'
import { readSpecialPrice, type SpecialPriceRow } from './special-prices.queries.ts'

export { customersOf }

/** Database functions that the search for buyers needs. */
export const specialPriceFunctions = [customersOf]

export interface SpecialPriceDeps {
  db: Database
  audit: Audit
}

type NewSpecialPrice = BodyOf<typeof specialPriceCalls.add>

/** Gives a buyer a price for one offer of the seller. The special price overrides the promo price and the sell price, even if these are lower. */
export async function addSpecialPrice({ db, audit }: SpecialPriceDeps, by: Caller, asked: NewSpecialPrice): Promise<SpecialPriceRow> {
  const { memberId: sellerId } = by
  // Checked before the cache lock is taken, so that guessed ids do not delay other calls.
  if (!(await mayName(db.read, sellerId, asked.memberid))) throw new Refusal('not_found.member')
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const offer = await tx
      .selectFrom('offer')
      .innerJoin('product', 'product.id', 'offer.product_id')
      .select(['offer.id', 'product.brand_id', 'product.category_id'])
      .where('offer.seller_id', '=', sellerId)
      .where('offer.product_id', '=', asked.productid)
      .where('offer.archived_at', 'is', null)
      .executeTakeFirst()
    const elsewhere =
      offer && ((asked.brandid ?? offer.brand_id) !== offer.brand_id || (asked.categoryid ?? offer.category_id) !== offer.category_id)
    if (!offer || elsewhere) throw new Refusal('not_found.offer')
    const { id } = await tx
      .insertInto('special_price')
      .values({ offer_id: offer.id, buyer_id: asked.memberid, price: asked.price })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecond)
    await recordSpecialPrices(tx, [{ offerId: offer.id, buyerId: asked.memberid, before: null, after: asked.price }], new Date())
    await audit.record(tx, {
      event: 'special_price.added',
      by,
      subject: id,
      after: { offer: offer.id, buyer: asked.memberid, price: asked.price },
    })
    return readSpecialPrice(tx, sellerId, id)
  })
}

export function changeSpecialPrice({ db, audit }: SpecialPriceDeps, by: Caller, id: bigint, price: bigint): Promise<SpecialPriceRow> {
  const { memberId: sellerId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const before = await readSpecialPrice(tx, sellerId, id)
    if (before.hargajual !== price) {
      const { offer_id } = await tx
        .updateTable('special_price')
        .set({ price })
        .where('id', '=', id)
        .returning('offer_id')
        .executeTakeFirstOrThrow()
      const named = { offer: offer_id, buyer: before.member.memberid }
      await recordSpecialPrices(tx, [{ offerId: named.offer, buyerId: named.buyer, before: before.hargajual, after: price }], new Date())
      await audit.record(tx, {
        event: 'special_price.changed',
        by,
        subject: id,
        before: { ...named, price: before.hargajual },
        after: { ...named, price },
      })
    }
    return { ...before, hargajual: price }
  })
}

export function removeSpecialPrice({ db, audit }: SpecialPriceDeps, by: Caller, id: bigint): Promise<void> {
  const { memberId: sellerId } = by
  return db.transaction(async (tx) => {
    await lockCache(tx)
    const { hargajual, member } = await readSpecialPrice(tx, sellerId, id)
    const now = new Date()
    const { offer_id } = await tx
      .updateTable('special_price')
      .set({ archived_at: now })
      .where('id', '=', id)
      .returning('offer_id')
      .executeTakeFirstOrThrow()
    await recordSpecialPrices(tx, [{ offerId: offer_id, buyerId: member.memberid, before: hargajual, after: null }], now)
    await audit.record(tx, {
      event: 'special_price.removed',
      by,
      subject: id,
      before: { offer: offer_id, buyer: member.memberid, price: hargajual },
    })
  })
}

/** Ends the special prices of an offer, in the transaction that removes the offer. */
export async function endSpecialPrices(tx: Tx, offerId: bigint, at: Date): Promise<void> {
  await tx.updateTable('special_price').set({ archived_at: at }).where('offer_id', '=', offerId).where('archived_at', 'is', null).execute()
}

function refuseSecond(error: unknown): never {
  if (violatesConstraint(error, 'special_price_once')) throw new Refusal('special_price.exists')
  throw error
}
