import { sql } from 'kysely'
import { inBatches } from '#db/cache.ts'
import type { Reader } from '#db/db.ts'
import type { OwnOffer } from './plan.ts'

/** Which offers of a seller to read: those with given ids, those with given product codes, or all. */
type Which = { ids: readonly bigint[] } | { codes: readonly string[] } | 'all'

/** The current offers of a seller, read in batches, so that other work runs in between. */
export async function ownOffers(read: Reader, sellerId: bigint, which: Which): Promise<OwnOffer[]> {
  const offers: OwnOffer[] = []
  const batches = inBatches(
    (after, count) => readBatch(read, sellerId, which, after, count),
    ({ offerId }) => offerId,
    batchSize,
  )
  for await (const rows of batches) offers.push(...rows)
  return offers
}

/** Rows per query; reading them takes a few milliseconds. */
const batchSize = 500

async function readBatch(read: Reader, sellerId: bigint, which: Which, after: bigint, count: number): Promise<OwnOffer[]> {
  const rows = await read
    .selectFrom('offer')
    .innerJoin('product', 'product.id', 'offer.product_id')
    .leftJoin('offer_stock', 'offer_stock.offer_id', 'offer.id')
    .select([
      'offer.id',
      'offer.product_id',
      'offer.version',
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
    .$if(which !== 'all', (offers) => offers.where(conditionOf(which)))
    .where('offer.id', '>', after)
    .orderBy('offer.id')
    .limit(count)
    .execute()
  return rows.map(({ id, product_id, version, code, name, type, stocked, remaining, ...terms }) => ({
    ...{ offerId: id, productId: product_id, version, code, name, type },
    before: { ...terms, stock: stocked ? Number(remaining ?? 0n) : null },
  }))
}

const conditionOf = (which: Which) =>
  which === 'all'
    ? sql<boolean>`true`
    : 'ids' in which
      ? sql<boolean>`offer.id = any(${which.ids}::bigint[])`
      : sql<boolean>`product.code = any(${which.codes}::text[])`
