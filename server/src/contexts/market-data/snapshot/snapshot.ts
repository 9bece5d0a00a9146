import type { SupplierType } from '@lapak/contract/catalogue/seller-api'
import type { TargetKind } from '@lapak/contract/market-data/targets'
import type { OfferState as ShownState } from '@lapak/contract/shared/offer-states'
import { Operators } from '#contexts/market-data/targets/targets.ts'
import type { OrderOptions } from '#contexts/members/members/members.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { buyerPrice } from '#shared/money/price.ts'
import { type CutOff, clockAt, isCutOff, offerCutOff } from './cut-off.ts'
import { OffersByOwner } from './offers-by-owner.ts'
import { nextOpening, type ShopHours, sellsNow, sellsNowText, shopSells, withinHours, withinHoursNow } from './shop-hours.ts'

/**
 * The catalogue in memory for orders, updated by row versions (db/cache.ts). Placing an order checks prices again under a lock, so with an outdated
 * snapshot the order is only routed again.
 */
export interface Product {
  id: bigint
  code: string
  name: string
  type: 0 | 1 | 2
  denom: bigint
  description: string | null
  image: string | null
  brandId: bigint
  brandName: string
  brandLogo: string | null
  categoryId: bigint
  categoryName: string
  /** Position of the category; those with the same number are in the order of their ids. */
  categoryOrder: number
  operator: string | null
  targetKind: TargetKind
  /** The product is a code that the buyer types in, so a success without a serial number delivers nothing. */
  isCode: boolean
  /** True if both the product and its brand are active. */
  active: boolean
  /** Also increases if the version of the brand increases. */
  version: bigint
}

export interface Offer {
  id: bigint
  sellerId: bigint
  productId: bigint
  supplierCode: string
  /** The former supplier code and the period in which it was used; null if the code never changed. */
  formerCode: { code: string; since: Date | null; until: Date } | null
  /** The supplier code of a request for the name of a target's owner; null if the seller's server has no such code. */
  checkCode: string | null
  sellPrice: bigint
  promoPrice: bigint | null
  open: boolean
  disturbed: boolean
  stocked: boolean
  archived: boolean
  cutoff: CutOff | null
  version: bigint
}

/** A member as buyer and seller; its options as a buyer are declared in `members/options.ts`. */
export interface TradingProfile extends OrderOptions {
  id: bigint
  name: string
  active: boolean
  /** Whether the shop is switched on; its opening hours are in `hours`. */
  shopOpen: boolean
  /** The opening hours; null means always open. */
  hours: ShopHours | null
  callbackUrl: string
  /** Encrypted; decrypted only to sign a callback. */
  callbackSecret: Buffer | null
  allowedAddresses: string
  version: bigint
}

export interface SellerApi {
  sellerId: bigint
  kind: SupplierType
  apiUrl: string
  userId: string
  username: string
  pin: Buffer | null
  password: Buffer | null
  templates: Record<string, string>
  patterns: Record<string, string>
  timeoutMs: number
  maxInFlight: number
  remembersHours: number
  reportAddresses: string
  reportPath: string
  /** Orders that were sent before this time went to the seller's former server; null if the server was never changed. */
  serverSince: Date | null
  tested: boolean
  suspendedUntil: Date | null
}

export interface Mapping {
  id: bigint
  buyerId: bigint
  productId: bigint
  offerId: bigint
  priority: number
}

export interface Quality {
  successBasisPoints: number
  medianMs: number | null
  /** The disputed share of successful orders in basis points; null if there were no successes. */
  disputeBasisPoints: number | null
}

export class CatalogueSnapshot {
  readonly operators = new Operators()
  readonly products = new Map<bigint, Product>()
  readonly productsByCode = new Map<string, Product>()
  readonly offers = new Map<bigint, Offer>()
  readonly tradingProfiles = new Map<bigint, TradingProfile>()
  readonly sellerApis = new Map<bigint, SellerApi>()
  readonly sellersByReportPath = new Map<string, bigint>()
  readonly quality = new Map<bigint, Quality>()
  readonly #offersOfProduct = new OffersByOwner<Offer>()
  readonly #offersOfSeller = new OffersByOwner<Offer>()
  readonly #productsOfBrand = new Map<bigint, Set<bigint>>()
  readonly #mappings = new Map<bigint, Map<bigint, Mapping[]>>()
  readonly #mappingPlaces = new Map<bigint, Mapping>()
  /** Grouped by buyer. Most buyers have few special prices, so the map of one buyer is small. */
  readonly #specialPrices = new Map<bigint, Map<bigint, bigint>>()
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** The platform's fee of a sale, according to the present settings. */
  saleFee(sale: Sale): bigint {
    return saleFee(this.#settings, sale)
  }

  /**
   * The newest version of the offer, its product and its seller. All versions come from one database sequence (db/cache.ts), so they can be compared.
   */
  versionOf({ version, productId, sellerId }: Offer): bigint {
    let newest = version
    for (const related of [this.products.get(productId), this.tradingProfiles.get(sellerId)])
      if (related && related.version > newest) newest = related.version
    return newest
  }

  /** The offers of a product that are not archived. The array changes with the snapshot, so copy it before an `await`. */
  offersOfProduct(productId: bigint): readonly Offer[] {
    return this.#offersOfProduct.of(productId)
  }

  offersOfSeller(sellerId: bigint): readonly Offer[] {
    return this.#offersOfSeller.of(sellerId)
  }

  offerCountOf(sellerId: bigint): number {
    return this.#offersOfSeller.of(sellerId).length
  }

  productsOfBrand(brandId: bigint): Product[] {
    return [...(this.#productsOfBrand.get(brandId) ?? [])].flatMap((id) => this.products.get(id) ?? [])
  }

  /** The buyer's active buying-list entries of a product, by priority. */
  mappingsOf(buyerId: bigint, productId: bigint): readonly Mapping[] {
    return this.#mappings.get(buyerId)?.get(productId) ?? []
  }

  /** The ids of the products in a buyer's buying list. */
  productsOf(buyerId: bigint): bigint[] {
    return [...(this.#mappings.get(buyerId)?.keys() ?? [])]
  }

  specialPrice(offerId: bigint, buyerId: bigint): bigint | null {
    return this.#specialPrices.get(buyerId)?.get(offerId) ?? null
  }

  setProduct(product: Product) {
    const before = this.products.get(product.id)
    if (before) {
      this.productsByCode.delete(before.code)
      this.#productsOfBrand.get(before.brandId)?.delete(before.id)
    }
    this.products.set(product.id, product)
    this.productsByCode.set(product.code, product)
    const ofBrand = this.#productsOfBrand.get(product.brandId) ?? new Set()
    this.#productsOfBrand.set(product.brandId, ofBrand.add(product.id))
  }

  /** The seller and the product of an offer never change. */
  setOffer(offer: Offer) {
    this.offers.set(offer.id, offer)
    this.#offersOfProduct.set(offer.productId, offer)
    this.#offersOfSeller.set(offer.sellerId, offer)
  }

  setSellerApi(api: SellerApi) {
    const before = this.sellerApis.get(api.sellerId)
    if (before) this.sellersByReportPath.delete(before.reportPath)
    this.sellerApis.set(api.sellerId, api)
    this.sellersByReportPath.set(api.reportPath, api.sellerId)
  }

  setMapping(mapping: Mapping, live: boolean) {
    this.#forgetMapping(mapping.id)
    if (!live) return
    const ofBuyer = this.#mappings.get(mapping.buyerId) ?? new Map<bigint, Mapping[]>()
    this.#mappings.set(mapping.buyerId, ofBuyer)
    const list = [...(ofBuyer.get(mapping.productId) ?? []), mapping].sort((a, b) => a.priority - b.priority)
    ofBuyer.set(mapping.productId, list)
    this.#mappingPlaces.set(mapping.id, mapping)
  }

  #forgetMapping(id: bigint) {
    const before = this.#mappingPlaces.get(id)
    if (!before) return
    this.#mappingPlaces.delete(id)
    const ofBuyer = this.#mappings.get(before.buyerId)
    const rest = ofBuyer?.get(before.productId)?.filter((mapping) => mapping.id !== id) ?? []
    if (rest.length > 0) ofBuyer?.set(before.productId, rest)
    else ofBuyer?.delete(before.productId)
  }

  setSpecialPrice(offerId: bigint, buyerId: bigint, price: bigint | null) {
    const ofBuyer = this.#specialPrices.get(buyerId) ?? new Map<bigint, bigint>()
    this.#specialPrices.set(buyerId, ofBuyer)
    if (price === null) ofBuyer.delete(offerId)
    else ofBuyer.set(offerId, price)
  }
}

export const marketFunctions = [shopSells, offerCutOff]
export { clockAt, nextOpening, offerCutOff, type ShopHours, sellsNow, sellsNowText, shopSells, withinHours, withinHoursNow }

/** Without `sold_out`, because the remaining stock is not in memory. */
export type OfferState = Exclude<ShownState, 'sold_out'>

/** The state of an offer at this moment, which also depends on the shop and the server of its seller. Pure function. */
export function offerState(catalogue: CatalogueSnapshot, offer: Offer, now: Date): OfferState {
  const seller = catalogue.tradingProfiles.get(offer.sellerId)
  const api = catalogue.sellerApis.get(offer.sellerId)
  if (offer.archived || !offer.open || !seller?.active || !seller.shopOpen || !api?.tested) return 'closed'
  // A price of 0 occurs if a bill product was changed to a product with a price. An order needs a price above 0.
  if (offer.sellPrice === 0n && catalogue.products.get(offer.productId)?.type === 0) return 'closed'
  if (!withinHours(seller.hours, now)) return 'closed'
  if (isCutOff(offer.cutoff, now)) return 'cut_off'
  if (offer.disturbed || (api.suspendedUntil !== null && api.suspendedUntil > now)) return 'disturbed'
  return 'open'
}

/** The price that this buyer pays for an offer: its special price if there is one. */
export const priceFor = (catalogue: CatalogueSnapshot, buyerId: bigint, offer: Offer): bigint =>
  buyerPrice(offer, catalogue.specialPrice(offer.id, buyerId))

/** Whether this product can be ordered from this offer at this moment. */
export const stateFor = (catalogue: CatalogueSnapshot, product: Product, offer: Offer, now: Date): OfferState =>
  product.active ? offerState(catalogue, offer, now) : 'closed'

/** The inputs that a fee may depend on: product, seller and price. */
interface Sale {
  product: { id: bigint; brandId: bigint; categoryId: bigint }
  offer: { id: bigint; sellerId: bigint }
  price: bigint
}

/**
 * The platform's fee for a sale, paid by the seller: flat rupiah plus basis points (1/100 %), rounded down to whole rupiah and never more than the
 * price.
 */
export function saleFee(settings: Settings, { price }: Sale): bigint {
  const asked = settings.get('sale.feeFlat') + (price * BigInt(settings.get('sale.feeBasisPoints'))) / 10_000n
  return asked > price ? price : asked
}
