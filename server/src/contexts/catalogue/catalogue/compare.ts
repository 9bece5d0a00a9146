import { type ComparedProduct, comparedSellers } from '@lapak/contract/catalogue/catalogue'
import type { Page } from '@lapak/contract/shared/wire'
import {
  type CatalogueSnapshot,
  type Offer,
  type OfferState,
  offerState,
  type Product,
  priceFor,
} from '#contexts/market-data/snapshot/snapshot.ts'
import type { Database } from '#db/db.ts'
import type { PageAsk } from '#http/paging.ts'
import { listedAmong, soldOutAmong, viewPrice } from './catalogue.ts'
import { byLeastPrice, openFirst } from './price-order.ts'

/** One seller on the route of an order for this product, as computed now. */
interface Step {
  offer: Offer
  price: bigint
  state: OfferState
}

export interface CompareDeps {
  db: Database
  catalogue: CatalogueSnapshot
  /** The sellers that an order would try for a product of this buyer's list, in order. Uses the same code as orders. */
  routeOf: (buyerId: bigint, product: Product) => Step[]
}

interface Sold {
  product: Product
  offers: Offer[]
  /** The lowest price of an open offer, else the lowest price of any offer. */
  least: bigint
}

/** One page of a brand's products with their cheapest sellers, sorted by the lowest price that can be ordered now. */
export async function compareProducts(
  { db, catalogue, routeOf }: CompareDeps,
  buyerId: bigint,
  products: Product[],
  asked: PageAsk,
): Promise<Page<ComparedProduct>> {
  const now = new Date()
  const sold = products.filter(({ active }) => active).flatMap((product) => soldBy(catalogue, buyerId, product, now))
  sold.sort(byLeastPrice(asked.sort))
  const page = sold.slice(asked.page * asked.size, (asked.page + 1) * asked.size)
  const routes = page.map(({ product }) => routeOf(buyerId, product))
  const soldOut = await soldOutAmong(db, [
    ...page.flatMap(({ offers }) => offers),
    ...routes.flatMap((route) => route.map(({ offer }) => offer)),
  ])
  const isOpen = (offer: Offer) => !soldOut.has(offer.id) && offerState(catalogue, offer, now) === 'open'
  const shown = page.map(({ offers }) => cheapestFirst(catalogue, buyerId, offers, isOpen))
  const listed = await listedAmong(
    db,
    buyerId,
    shown.flatMap(({ first }) => first),
  )
  return {
    totalElements: sold.length,
    content: page.map(({ product, offers }, place) => {
      const { first = [], open = 0 } = shown[place] ?? {}
      const prices = first.map((offer) => viewPrice(catalogue, buyerId, { offer, product, now, soldOut, listed }))
      const route = routes[place]?.find(({ offer, state }) => state === 'open' && !soldOut.has(offer.id))
      const cheapest = prices[0]?.state === 'open' ? prices[0].price : undefined
      return {
        id: product.id,
        productname: product.name,
        productcode: product.code,
        producttype: product.type,
        brandname: product.brandName,
        brandlogo: product.brandLogo,
        suplier: offers.length,
        buka: open,
        rute: route
          ? { id: route.offer.id, sellername: catalogue.tradingProfiles.get(route.offer.sellerId)?.name ?? '', price: route.price }
          : null,
        hemat: route && cheapest !== undefined && cheapest < route.price ? route.price - cheapest : 0n,
        prices,
      }
    }),
  }
}

/**
 * Omits the buyer's own offer, since members cannot buy from themselves. An operator has tens of thousands of offers, so the state of an offer is
 * computed only where it can change the result.
 */
function soldBy(catalogue: CatalogueSnapshot, buyerId: bigint, product: Product, now: Date): Sold[] {
  const offers = [...catalogue.offersOfProduct(product.id)].filter(
    ({ sellerId }) => sellerId !== buyerId && catalogue.tradingProfiles.get(sellerId)?.active === true,
  )
  let least: bigint | undefined
  let open: bigint | undefined
  for (const offer of offers) {
    const price = priceFor(catalogue, buyerId, offer)
    if (least === undefined || price < least) least = price
    if ((open === undefined || price < open) && offerState(catalogue, offer, now) === 'open') open = price
  }
  return least === undefined ? [] : [{ product, offers, least: open ?? least }]
}

/** Offers that can be ordered now come first; each part is sorted by price. */
function cheapestFirst(catalogue: CatalogueSnapshot, buyerId: bigint, offers: Offer[], isOpen: (offer: Offer) => boolean) {
  const seen = offers.map((offer) => ({ offer, open: isOpen(offer), price: priceFor(catalogue, buyerId, offer) }))
  seen.sort(openFirst)
  return { first: seen.slice(0, comparedSellers).map(({ offer }) => offer), open: seen.filter(({ open }) => open).length }
}
