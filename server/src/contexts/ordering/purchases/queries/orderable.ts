import type { Orderable } from '@lapak/contract/ordering/purchases'
import { byCategory, soldOutAmong } from '#contexts/catalogue/catalogue/catalogue.ts'
import { type CatalogueSnapshot, type Offer, type Product, priceFor, stateFor } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Database } from '#db/db.ts'
import { inTurns } from '#jobs/yielding.ts'
import { hasPromo } from '#shared/money/price.ts'
import { cheapestOpen, openOffersOf } from '../routing/open-offers.ts'
import { routeFromList } from '../routing/route.ts'

interface Asked {
  target?: string | undefined
  search?: string | undefined
}

interface Shown {
  product: Product
  row: Orderable
}

/** The products of a buyer's list that can be ordered now: one row per product, with the price and the seller that an order would get. */
export async function listOrderable(
  db: Database,
  catalogue: CatalogueSnapshot,
  buyerId: bigint,
  asked: Asked,
  now: Date,
): Promise<Orderable[]> {
  const products = catalogue
    .productsOf(buyerId)
    .flatMap((id) => catalogue.products.get(id) ?? [])
    .filter(wantedBy(catalogue, asked))
  const mapped = products.flatMap((product) => catalogue.mappingsOf(buyerId, product.id))
  const soldOut = await soldOutAmong(
    db,
    mapped.flatMap(({ offerId }) => catalogue.offers.get(offerId) ?? []),
  )
  return inOrder(
    products.flatMap((product) => {
      const row = orderable(catalogue, buyerId, product, soldOut, now)
      return row === null ? [] : [{ product, row }]
    }),
  )
}

/** The maximum number of products outside the list in one response. */
const beyondListMax = 500

/**
 * Products of brands that are not in the buyer's list, each at its cheapest open offer, for buyers who enabled this option. An order buys exactly
 * this offer, for at most this price.
 */
export async function listOrderableOutsideList(
  db: Database,
  catalogue: CatalogueSnapshot,
  buyerId: bigint,
  asked: Asked,
  now: Date,
): Promise<Orderable[]> {
  if (!(await wantsOpenOffers(db, buyerId))) return []
  const listed = new Set(catalogue.productsOf(buyerId).map((id) => catalogue.products.get(id)?.brandId))
  const wanted = [...catalogue.products.values()]
    .filter(({ active, brandId }) => active && !listed.has(brandId))
    .filter(wantedBy(catalogue, asked))
    // Products for the operator of the typed number come before products without an operator.
    .sort((one, other) => Number(one.operator === null) - Number(other.operator === null))
  const open = await inTurns(firstOpen(catalogue, buyerId, wanted, now))
  const soldOut = await soldOutAmong(
    db,
    open.flatMap(({ offers }) => offers.map(({ offer }) => offer)),
  )
  return inOrder(
    open.flatMap(({ product, offers }) => {
      const cheapest = cheapestOpen(offers, soldOut)
      return cheapest
        ? [{ product, row: { ...shown(catalogue, buyerId, product, cheapest.offer, 'open'), productmemberid: cheapest.offer.id } }]
        : []
    }),
  )
}

/** The first products with open offers. Evaluating 300,000 offers, perhaps all closed, would block the event loop, so the work yields. */
function* firstOpen(market: CatalogueSnapshot, buyerId: bigint, wanted: readonly Product[], now: Date) {
  const open: { product: Product; offers: ReturnType<typeof openOffersOf> }[] = []
  for (const product of wanted) {
    const offers = openOffersOf(market, buyerId, product, now)
    if (offers.length > 0) open.push({ product, offers })
    if (open.length === beyondListMax) break
    yield
  }
  return open
}

async function wantsOpenOffers(db: Database, buyerId: bigint): Promise<boolean> {
  const buyer = await db.read.selectFrom('member').select('open_offers').where('id', '=', buyerId).executeTakeFirst()
  return buyer?.open_offers === true
}

const wantedBy = ({ operators }: CatalogueSnapshot, { target, search = '' }: Asked) => {
  const word = search.toLowerCase()
  return ({ operator, code, name, brandName }: Product): boolean =>
    (target === undefined || operators.beginningFits(target, operator)) &&
    (word === '' || `${code} ${name} ${brandName}`.toLowerCase().includes(word))
}

const inOrder = (all: Shown[]): Orderable[] =>
  all
    .sort(
      (a, b) =>
        byCategory(a.product, b.product) || a.product.brandName.localeCompare(b.product.brandName) || Number(a.row.price - b.row.price),
    )
    .map(({ row }) => row)

function orderable(
  catalogue: CatalogueSnapshot,
  buyerId: bigint,
  product: Product,
  soldOut: ReadonlySet<bigint>,
  now: Date,
): Orderable | null {
  const { candidates } = routeFromList(catalogue, buyerId, product, now)
  const taken = candidates.find(({ offer }) => !soldOut.has(offer.id))
  const offer = taken?.offer ?? candidates[0]?.offer ?? catalogue.offers.get(catalogue.mappingsOf(buyerId, product.id)[0]?.offerId ?? 0n)
  if (offer === undefined) return null
  if (taken) return shown(catalogue, buyerId, product, offer, 'open')
  return shown(catalogue, buyerId, product, offer, candidates.length > 0 ? 'sold_out' : stateFor(catalogue, product, offer, now))
}

function shown(catalogue: CatalogueSnapshot, buyerId: bigint, product: Product, offer: Offer, state: Orderable['state']): Orderable {
  return {
    productcode: product.code,
    productname: product.name,
    producttype: product.type,
    denom: product.denom,
    targetkind: product.targetKind,
    brandname: product.brandName,
    categoryname: product.categoryName,
    operator: product.operator,
    price: priceFor(catalogue, buyerId, offer),
    promo: catalogue.specialPrice(offer.id, buyerId) === null && hasPromo(offer),
    sellername: catalogue.tradingProfiles.get(offer.sellerId)?.name ?? '',
    state,
  }
}
