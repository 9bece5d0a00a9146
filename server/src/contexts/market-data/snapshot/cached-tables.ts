import { type OrderOptions, orderOptions } from '#contexts/members/members/members.ts'
import { type CachedTable, inBatches } from '#db/cache.ts'
import type { Reader } from '#db/db.ts'
import { minuteOfClock } from '#shared/clock.ts'
import { KeptOffer } from './kept-offer.ts'
import type { CatalogueSnapshot, Offer, Product, SellerApi } from './snapshot.ts'

type ReadSince<Row> = CachedTable<Row>['readSince']

const table = <Row>(readSince: ReadSince<Row>, apply: (row: Row) => void): CachedTable<Row> => ({ readSince, apply })

/** A cached table with hundreds of thousands of rows. */
const largeTable = <Row extends { id: bigint }>(
  { readSince, readAfter }: { readSince: ReadSince<Row>; readAfter(read: Reader, id: bigint, count: number): Promise<Row[]> },
  apply: (row: Row) => void,
): CachedTable<Row> => ({
  readSince,
  readAll: (read) =>
    inBatches(
      (id, count) => readAfter(read, id, count),
      ({ id }) => id,
    ),
  apply,
})

/** The cached tables of the snapshot. Tables that other tables refer to are read first. */
export const cacheMarketTables = (catalogue: CatalogueSnapshot) => [
  operators(catalogue),
  products(catalogue),
  tradingProfiles(catalogue),
  offers(catalogue),
  sellerApis(catalogue),
  specialPrices(catalogue),
  mappings(catalogue),
  qualities(catalogue),
]

const operators = (catalogue: CatalogueSnapshot) =>
  table(
    (read, version) => read.selectFrom('operator').select(['code', 'name', 'prefixes']).where('version', '>', version).execute(),
    (row) => catalogue.operators.set(row),
  )

const products = (catalogue: CatalogueSnapshot) =>
  table(
    (read, version) =>
      read
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
          'brand.active as brandActive',
          'product.description',
          'product.image',
          'product.brand_id as brandId',
          'brand.name as brandName',
          'brand.logo as brandLogo',
          'product.category_id as categoryId',
          'brand.operator',
          'brand.target_kind',
          'product.is_code',
          'category.name as categoryName',
          'category.sort_order as categoryOrder',
          'product.version',
        ])
        .where('product.version', '>', version)
        .execute(),
    ({ brandActive, ...row }) =>
      catalogue.setProduct({
        ...row,
        active: row.active && brandActive,
        type: row.type as Product['type'],
        targetKind: row.target_kind as Product['targetKind'],
        isCode: row.is_code,
      }),
  )

const tradingProfiles = (catalogue: CatalogueSnapshot) =>
  table(
    (read, version) =>
      read
        .selectFrom('member')
        .select([
          'id',
          'name',
          'status',
          'shop_open',
          'shop_hours',
          'callback_url',
          'callback_secret',
          'allowed_addresses',
          'version',
          ...orderOptions,
        ])
        .where('version', '>', version)
        .execute(),
    ({ status, shop_open, shop_hours, callback_url, callback_secret, allowed_addresses, ...row }) =>
      catalogue.tradingProfiles.set(row.id, {
        ...(row as typeof row & OrderOptions),
        active: status > 0,
        shopOpen: shop_open,
        hours: shop_hours,
        callbackUrl: callback_url,
        callbackSecret: callback_secret,
        allowedAddresses: allowed_addresses,
      }),
  )

const minuteOf = (time: string | null) => (time === null ? null : minuteOfClock(time))

function offers(catalogue: CatalogueSnapshot) {
  // The version of the previous row. The next offer often has the same version, so both offers share one bigint object.
  let lastVersion = -1n
  const rows = (read: Reader) =>
    read
      .selectFrom('offer')
      .select([
        'id',
        'seller_id',
        'product_id',
        'supplier_code',
        'code_since',
        'former_code',
        'former_code_since',
        'check_code',
        'sell_price',
        'promo_price',
        'open',
        'disturbed',
        'stocked',
        'archived_at',
        'cutoff_from',
        'cutoff_to',
        'version',
      ])
  return largeTable(
    {
      readSince: (read, version) => rows(read).where('version', '>', version).execute(),
      readAfter: (read, id, count) => rows(read).where('id', '>', id).orderBy('id').limit(count).execute(),
    },
    (row) => {
      const from = minuteOf(row.cutoff_from)
      const to = minuteOf(row.cutoff_to)
      const product = catalogue.products.get(row.product_id)
      if (row.version !== lastVersion) lastVersion = row.version
      catalogue.setOffer(
        new KeptOffer({
          id: row.id,
          // Shares the bigint objects of the member and the product, and usually the string of the product's code. Separate copies in every offer
          // would take a fifth of the memory of all offers.
          sellerId: catalogue.tradingProfiles.get(row.seller_id)?.id ?? row.seller_id,
          productId: product?.id ?? row.product_id,
          supplierCode: product?.code === row.supplier_code ? product.code : row.supplier_code,
          formerCode: formerCodeOf(row),
          checkCode: row.check_code,
          sellPrice: row.sell_price,
          promoPrice: row.promo_price,
          open: row.open,
          disturbed: row.disturbed,
          stocked: row.stocked,
          archived: row.archived_at !== null,
          cutoff: from === null || to === null ? null : { from, to },
          version: lastVersion,
        }),
      )
    },
  )
}

interface Codes {
  code_since: Date | null
  former_code: string | null
  former_code_since: Date | null
}

const formerCodeOf = ({ code_since: until, former_code: code, former_code_since: since }: Codes): Offer['formerCode'] =>
  until === null || code === null ? null : { code, since, until }

const sellerApis = (catalogue: CatalogueSnapshot) =>
  table(
    (read, version) => read.selectFrom('seller_api').selectAll().where('version', '>', version).execute(),
    (row) =>
      catalogue.setSellerApi({
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
        serverSince: row.server_since,
        tested: row.tested_at !== null,
        suspendedUntil: row.circuit_open_until,
      }),
  )

function specialPrices(catalogue: CatalogueSnapshot) {
  const rows = (read: Reader) => read.selectFrom('special_price').select(['id', 'offer_id', 'buyer_id', 'price', 'archived_at'])
  return largeTable(
    {
      readSince: (read, version) => rows(read).where('version', '>', version).orderBy('id').execute(),
      readAfter: (read, id, count) => rows(read).where('id', '>', id).orderBy('id').limit(count).execute(),
    },
    (row) => catalogue.setSpecialPrice(row.offer_id, row.buyer_id, row.archived_at === null ? row.price : null),
  )
}

function mappings(catalogue: CatalogueSnapshot) {
  const rows = (read: Reader) =>
    read.selectFrom('buying_list_entry').select(['id', 'buyer_id', 'product_id', 'offer_id', 'priority', 'active', 'archived_at'])
  return largeTable(
    {
      readSince: (read, version) => rows(read).where('version', '>', version).execute(),
      readAfter: (read, id, count) => rows(read).where('id', '>', id).orderBy('id').limit(count).execute(),
    },
    (row) =>
      catalogue.setMapping(
        { id: row.id, buyerId: row.buyer_id, productId: row.product_id, offerId: row.offer_id, priority: row.priority },
        row.active && row.archived_at === null,
      ),
  )
}

function qualities(catalogue: CatalogueSnapshot) {
  const rows = (read: Reader) =>
    read.selectFrom('offer_quality').select(['offer_id as id', 'success_basis_points', 'median_ms', 'dispute_basis_points'])
  return largeTable(
    {
      readSince: (read, version) => rows(read).where('version', '>', version).execute(),
      readAfter: (read, id, count) => rows(read).where('offer_id', '>', id).orderBy('offer_id').limit(count).execute(),
    },
    ({ id, success_basis_points: successBasisPoints, median_ms: medianMs, dispute_basis_points: disputeBasisPoints }) => {
      if (successBasisPoints === null) catalogue.quality.delete(id)
      else catalogue.quality.set(id, { successBasisPoints, medianMs, disputeBasisPoints })
    },
  )
}
