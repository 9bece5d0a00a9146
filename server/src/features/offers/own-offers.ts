import { sql } from 'kysely'
import type { Reader } from '#core/db.ts'
import { inPortions } from '#core/mirror.ts'
import type { Goods, Terms } from './plan.ts'

export interface OwnOffer extends Goods {
  offerId: bigint
  before: Terms
}

/** What a seller offers, as it stands: all of it, or those of these numbers. Read in portions, between which others have their turn. */
export async function ownOffers(read: Reader, sellerId: bigint, ids?: readonly bigint[]): Promise<OwnOffer[]> {
  const offers: OwnOffer[] = []
  const portions = inPortions(
    (after, count) => portionOf(read, sellerId, ids, after, count),
    ({ offerId }) => offerId,
    portion,
  )
  for await (const rows of portions) offers.push(...rows)
  return offers
}

const portion = 1000

async function portionOf(
  read: Reader,
  sellerId: bigint,
  ids: readonly bigint[] | undefined,
  after: bigint,
  count: number,
): Promise<OwnOffer[]> {
  const rows = await read
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.product_id')
    .leftJoin('offer_stock', 'offer_stock.offer_id', 'offer.id')
    .select([
      'offer.id',
      'offer.product_id',
      'product.code',
      'product.name',
      'product.type',
      'offer.supplier_code',
      'offer.check_code',
      'offer.sell_price',
      'offer.buy_price',
      'offer.promo_price',
      'offer.open',
      'offer.disturbed',
      'offer.stocked',
      'offer.cutoff_from',
      'offer.cutoff_to',
      'offer_stock.remaining',
    ])
    .where('offer.seller_id', '=', sellerId)
    .where('offer.archived_at', 'is', null)
    .$if(ids !== undefined, (offers) => offers.where(sql<boolean>`offer.id = any(${ids}::bigint[])`))
    .where('offer.id', '>', after)
    .orderBy('offer.id')
    .limit(count)
    .execute()
  return rows.map(({ id, product_id, code, name, type, stocked, remaining, ...terms }) => ({
    ...{ offerId: id, productId: product_id, code, name, type },
    before: { ...terms, stock: stocked ? Number(remaining ?? 0n) : null },
  }))
}
