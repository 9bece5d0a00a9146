import { sql } from 'kysely'
import type { Database } from '#core/db.ts'
import type { MirroredTable } from '#core/mirror.ts'
import type { SaleFee } from '#money/fee.ts'

/**
 * The catalogue as an order needs it, in memory and kept by version (core/mirror.ts). Prices found here are checked again
 * under the lock when an order is placed, so being a moment old costs nothing but a second look.
 */
export interface Product {
  id: bigint
  code: string
  name: string
  type: 0 | 1 | 2
  denom: bigint
  brandName: string
  categoryId: bigint
  categoryName: string
  operator: string | null
  targetKind: 'mobile' | 'digits' | 'text'
  active: boolean
}

export interface Offer {
  id: bigint
  sellerId: bigint
  productId: bigint
  supplierCode: string
  sellPrice: bigint
  promoPrice: bigint | null
  open: boolean
  disturbed: boolean
  stocked: boolean
  archived: boolean
  /** Minutes since midnight in Jakarta. */
  cutoff: { from: number; to: number } | null
  version: bigint
}

export type Routing = 'mine' | 'cheapest' | 'fastest' | 'reliable'

export interface Trader {
  id: bigint
  name: string
  active: boolean
  shopOpen: boolean
  routing: Routing
  doubleGuardMinutes: number
  callbackUrl: string
  /** Sealed; opened where a callback is signed. */
  callbackSecret: Buffer | null
  allowedAddresses: string
  /** A warning is due when the balance falls below; null is off. */
  lowBalance: bigint | null
}

export interface SellerApi {
  sellerId: bigint
  kind: 1 | 2 | 3
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
  tested: boolean
  restedUntil: Date | null
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
}

export class Market {
  readonly products = new Map<bigint, Product>()
  readonly productsByCode = new Map<string, Product>()
  readonly offers = new Map<bigint, Offer>()
  readonly traders = new Map<bigint, Trader>()
  readonly sellerApis = new Map<bigint, SellerApi>()
  readonly sellersByReportPath = new Map<string, bigint>()
  readonly quality = new Map<bigint, Quality>()
  readonly #mappings = new Map<bigint, Map<bigint, Mapping[]>>()
  readonly #mappingPlaces = new Map<bigint, Mapping>()
  readonly #specialPrices = new Map<bigint, Map<bigint, bigint>>()
  fee: SaleFee = { flat: 0n, basisPoints: 0n }

  /** The buyer's active mappings of a product, by priority. */
  mappingsOf(buyerId: bigint, productId: bigint): readonly Mapping[] {
    return this.#mappings.get(buyerId)?.get(productId) ?? []
  }

  /** The products in a buyer's list. */
  productsOf(buyerId: bigint): bigint[] {
    return [...(this.#mappings.get(buyerId)?.keys() ?? [])]
  }

  specialPrice(offerId: bigint, buyerId: bigint): bigint | null {
    return this.#specialPrices.get(offerId)?.get(buyerId) ?? null
  }

  setProduct(product: Product) {
    const before = this.products.get(product.id)
    if (before) this.productsByCode.delete(before.code)
    this.products.set(product.id, product)
    this.productsByCode.set(product.code, product)
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
    const ofOffer = this.#specialPrices.get(offerId) ?? new Map<bigint, bigint>()
    this.#specialPrices.set(offerId, ofOffer)
    if (price === null) ofOffer.delete(buyerId)
    else ofOffer.set(buyerId, price)
  }
}

const minuteOf = (time: string | null) => (time === null ? null : Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)))

const table = <Row>(readSince: (version: bigint) => Promise<Row[]>, apply: (row: Row) => void): MirroredTable<Row> => ({ readSince, apply })

/** The tables behind the market, in an order in which each finds what it points at. */
export function mirrorMarket(db: Database, market: Market) {
  return [
    table(
      (version) =>
        db.read
          .selectFrom('product')
          .innerJoin('brand', 'brand.id', 'product.brand_id')
          .innerJoin('category', 'category.id', 'product.category_id')
          .select([
            'product.id',
            'product.code',
            'product.name',
            'product.type',
            'product.denom',
            'product.active',
            'brand.name as brandName',
            'product.category_id as categoryId',
            'brand.operator',
            'brand.target_kind',
            'category.name as categoryName',
          ])
          .where('product.version', '>', version)
          .execute(),
      (row) => market.setProduct({ ...row, type: row.type as Product['type'], targetKind: row.target_kind as Product['targetKind'] }),
    ),
    table(
      (version) => db.read.selectFrom('offer').selectAll().where('version', '>', version).execute(),
      (row) => {
        const from = minuteOf(row.cutoff_from)
        const to = minuteOf(row.cutoff_to)
        market.offers.set(row.id, {
          id: row.id,
          sellerId: row.seller_id,
          productId: row.product_id,
          supplierCode: row.supplier_code,
          sellPrice: row.sell_price,
          promoPrice: row.promo_price,
          open: row.open,
          disturbed: row.disturbed,
          stocked: row.stocked,
          archived: row.archived_at !== null,
          cutoff: from === null || to === null ? null : { from, to },
          version: row.version,
        })
      },
    ),
    table(
      (version) =>
        db.read
          .selectFrom('member')
          .select([
            'id',
            'name',
            'status',
            'shop_open',
            'routing',
            'double_guard_minutes',
            'callback_url',
            'callback_secret',
            'allowed_addresses',
            'low_balance',
          ])
          .where('version', '>', version)
          .execute(),
      (row) =>
        market.traders.set(row.id, {
          id: row.id,
          name: row.name,
          active: row.status > 0,
          shopOpen: row.shop_open,
          routing: row.routing as Routing,
          doubleGuardMinutes: row.double_guard_minutes,
          callbackUrl: row.callback_url,
          callbackSecret: row.callback_secret,
          allowedAddresses: row.allowed_addresses,
          lowBalance: row.low_balance,
        }),
    ),
    table(
      (version) => db.read.selectFrom('seller_api').selectAll().where('version', '>', version).execute(),
      (row) =>
        market.setSellerApi({
          sellerId: row.seller_id,
          kind: row.kind as SellerApi['kind'],
          apiUrl: row.api_url,
          userId: row.user_id,
          username: row.username,
          pin: row.pin,
          password: row.password,
          templates: row.templates as Record<string, string>,
          patterns: row.patterns as Record<string, string>,
          timeoutMs: row.timeout_ms,
          maxInFlight: row.max_in_flight,
          remembersHours: row.remembers_hours,
          reportAddresses: row.report_addresses,
          reportPath: row.report_path,
          tested: row.tested_at !== null,
          restedUntil: row.rested_until,
        }),
    ),
    table(
      (version) =>
        db.read
          .selectFrom('special_price')
          .select(['offer_id', 'buyer_id', 'price', 'archived_at'])
          .where('version', '>', version)
          .orderBy('id')
          .execute(),
      (row) => market.setSpecialPrice(row.offer_id, row.buyer_id, row.archived_at === null ? row.price : null),
    ),
    table(
      (version) =>
        db.read
          .selectFrom('mapping')
          .select(['id', 'buyer_id', 'product_id', 'offer_id', 'priority', 'active', 'archived_at'])
          .where('version', '>', version)
          .execute(),
      (row) =>
        market.setMapping(
          { id: row.id, buyerId: row.buyer_id, productId: row.product_id, offerId: row.offer_id, priority: row.priority },
          row.active && row.archived_at === null,
        ),
    ),
    table(
      (version) => db.read.selectFrom('offer_quality').selectAll().where('version', '>', version).execute(),
      (row) => market.quality.set(row.offer_id, { successBasisPoints: row.success_basis_points, medianMs: row.median_ms }),
    ),
    table(
      (version) =>
        db.read
          .selectFrom('setting')
          .select(['name', sql<string>`value::text`.as('text')])
          .where('version', '>', version)
          .execute(),
      (row) => {
        if (row.name !== 'sale_fee') return
        const { flat, basisPoints } = JSON.parse(row.text) as { flat: number; basisPoints: number }
        market.fee = { flat: BigInt(flat), basisPoints: BigInt(basisPoints) }
      },
    ),
  ]
}
