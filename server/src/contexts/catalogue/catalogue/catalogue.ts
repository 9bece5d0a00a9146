import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import type { Page } from '@lapak/contract/shared/wire'
import { sql } from 'kysely'
import { type CatalogueSnapshot, type Offer, type Product, priceFor, stateFor } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Database } from '#db/db.ts'
import type { PageAsk } from '#http/paging.ts'
import { hasPromo } from '#shared/money/price.ts'
import { firstOf } from './first-in-order.ts'
import { byPrice } from './price-order.ts'

export { findProducts } from './catalogue.queries.ts'
export { byCategory, byCode } from './price-order.ts'

/** An offer as one buyer sees it. The price is the one that an order would pay. */
export function viewOffer(catalogue: CatalogueSnapshot, buyerId: bigint, offer: Offer, product: Product, now: Date) {
  return {
    id: offer.id,
    productname: product.name,
    productcode: product.code,
    producttype: product.type,
    denom: product.denom,
    targetkind: product.targetKind,
    price: priceFor(catalogue, buyerId, offer),
    sellprice: offer.sellPrice,
    discount: catalogue.specialPrice(offer.id, buyerId) === null && hasPromo(offer) ? (offer.promoPrice ?? 0n) : 0n,
    state: stateFor(catalogue, product, offer, now),
  }
}

interface Priced {
  offer: Offer
  product: Product
  price: bigint
}

/** One page of active sellers' prices for these products, sorted by ascending or descending price. */
export async function listPrices(
  db: Database,
  catalogue: CatalogueSnapshot,
  buyerId: bigint,
  products: Product[],
  asked: PageAsk,
): Promise<Page<PricingRow>> {
  const now = new Date()
  const priced = pricesOf(catalogue, buyerId, products)
  const page = firstOf(priced, (asked.page + 1) * asked.size, byPrice(asked.sort)).slice(asked.page * asked.size)
  const offers = page.map(({ offer }) => offer)
  const [soldOut, listed] = [await soldOutAmong(db, offers), await listedAmong(db, buyerId, offers)]
  return {
    totalElements: priced.length,
    content: page.map(({ offer, product }) => viewPrice(catalogue, buyerId, { offer, product, now, soldOut, listed })),
  }
}

interface Seen {
  offer: Offer
  product: Product
  now: Date
  soldOut: ReadonlySet<bigint>
  listed: ReadonlySet<bigint>
}

/** A seller's price of a product, with the fields that come from tables (stock, buying list). */
export function viewPrice(catalogue: CatalogueSnapshot, buyerId: bigint, { offer, product, now, soldOut, listed }: Seen): PricingRow {
  const view = viewOffer(catalogue, buyerId, offer, product, now)
  return {
    ...view,
    state: view.state === 'open' && soldOut.has(offer.id) ? 'sold_out' : view.state,
    productid: product.id,
    brandname: product.brandName,
    brandlogo: product.brandLogo,
    sellerid: offer.sellerId,
    sellername: catalogue.tradingProfiles.get(offer.sellerId)?.name ?? '',
    sudahada: listed.has(offer.id),
    ...measuredOf(catalogue, offer.id),
  }
}

/** An operator has tens of thousands of offers, so this computes only their prices, and none of their other fields. */
function pricesOf(catalogue: CatalogueSnapshot, buyerId: bigint, products: Product[]): Priced[] {
  const priced: Priced[] = []
  for (const product of products) {
    if (!product.active) continue
    for (const offer of catalogue.offersOfProduct(product.id)) {
      const seller = catalogue.tradingProfiles.get(offer.sellerId)
      if (seller?.active) priced.push({ offer, product, price: priceFor(catalogue, buyerId, offer) })
    }
  }
  return priced
}

export function measuredOf(catalogue: CatalogueSnapshot, offerId: bigint) {
  const quality = catalogue.quality.get(offerId)
  if (!quality) return { successrate: null, mediandetik: null, sengketa: null }
  const { successBasisPoints, medianMs, disputeBasisPoints } = quality
  return {
    successrate: successBasisPoints / 100,
    mediandetik: medianMs === null ? null : medianMs / 1000,
    sengketa: disputeBasisPoints === null ? null : disputeBasisPoints / 100,
  }
}

/** The ids of the offers among these whose limited stock is 0. */
export async function soldOutAmong(db: Database, offers: Offer[]): Promise<ReadonlySet<bigint>> {
  const stocked = offers.filter(({ stocked }) => stocked)
  if (stocked.length === 0) return new Set()
  const rows = await db.read
    .selectFrom('offer_stock')
    .select('offer_id')
    .where('offer_id', '=', anyOf(stocked))
    .where('remaining', '=', 0n)
    .execute()
  return new Set(rows.map(({ offer_id }) => offer_id))
}

/** The ids of the offers among these that are in the buyer's buying list, including entries that are switched off. */
export async function listedAmong(db: Database, buyerId: bigint, offers: Offer[]): Promise<ReadonlySet<bigint>> {
  if (offers.length === 0) return new Set()
  const rows = await db.read
    .selectFrom('buying_list_entry')
    .select('offer_id')
    .where('buyer_id', '=', buyerId)
    .where('archived_at', 'is', null)
    .where('offer_id', '=', anyOf(offers))
    .execute()
  return new Set(rows.map(({ offer_id }) => offer_id))
}

/** Passes any number of ids as one array parameter: a seller may have thousands of offers. */
const anyOf = (offers: Offer[]) => sql<bigint>`any(${offers.map(({ id }) => id)}::bigint[])`
