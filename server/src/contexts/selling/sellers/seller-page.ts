import type { SellerPage } from '@lapak/contract/selling/sellers'
import { byCategory, byCode, listedAmong, soldOutAmong, viewOffer } from '#contexts/catalogue/catalogue/catalogue.ts'
import type { CatalogueSnapshot, Offer, Product } from '#contexts/market-data/snapshot/snapshot.ts'
import { findReview, mayReview } from '#contexts/selling/reviews/reviews.ts'
import { readLocations } from '#contexts/system/locations/locations.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { eachOf, inTurns } from '#jobs/yielding.ts'
import { findSeller, isOnline, qualityOf } from './sellers.queries.ts'

/** A seller with all of its offers, grouped by category and brand, at the prices of the requesting member. */
export async function readSellerPage(db: Database, catalogue: CatalogueSnapshot, memberId: bigint, sellerId: bigint): Promise<SellerPage> {
  const seller = await findSeller(db.read, sellerId)
  if (!seller) throw new Refusal('not_found.seller')
  const places = await readLocations()
  const city = places.citiesOf(seller.province_id ?? 0n).find(({ id }) => id === seller.city_id)
  const province = places.provinces.find(({ id }) => id === seller.province_id)
  return {
    sellerid: seller.id,
    membername: seller.name,
    avatar: seller.avatar,
    contact: seller.contact,
    cities: city ? { cityname: city.name } : null,
    province: province ? { provincename: province.name } : null,
    rating: seller.rating,
    jmlreview: Number(seller.reviews),
    online: isOnline(seller.last_active_at),
    statustoko: seller.sells,
    lastactive: seller.last_active_at,
    ...qualityOf(seller),
    canreview: await mayReview(db, memberId, sellerId),
    ownreview: (await findReview(db.read, sellerId, memberId)) ?? null,
    productlist: await productList(db, catalogue, memberId, sellerId),
  }
}

async function productList(
  db: Database,
  catalogue: CatalogueSnapshot,
  memberId: bigint,
  sellerId: bigint,
): Promise<SellerPage['productlist']> {
  const sold = await inTurns(soldBy(catalogue, sellerId))
  const offers = sold.map(({ offer }) => offer)
  const [soldOut, listed] = [await soldOutAmong(db, offers), await listedAmong(db, memberId, offers)]
  const now = new Date()
  const list: SellerPage['productlist'] = []
  await inTurns(
    eachOf(sold, ({ offer, product }) => {
      const view = viewOffer(catalogue, memberId, offer, product, now)
      const state = view.state === 'open' && soldOut.has(offer.id) ? ('sold_out' as const) : view.state
      brandIn(list, product).products.push({ ...view, state, status: state === 'open', sudahada: listed.has(offer.id) })
    }),
  )
  return list
}

interface Sold {
  offer: Offer
  product: Product
}

/** The offers of a seller in the order of the catalogue. They are sorted brand by brand, because a shop may have 10,000 offers. */
function* soldBy(market: CatalogueSnapshot, sellerId: bigint): Generator<void, Sold[]> {
  const byBrand = new Map<bigint, Sold[]>()
  for (const offer of market.offersOfSeller(sellerId)) {
    const product = market.products.get(offer.productId)
    if (!product?.active) continue
    const ofBrand = byBrand.get(product.brandId)
    if (ofBrand) ofBrand.push({ offer, product })
    else byBrand.set(product.brandId, [{ offer, product }])
  }
  yield
  const brands = [...byBrand.values()].sort(([one], [other]) => (one && other ? byBrandName(one.product, other.product) : 0))
  yield
  for (const ofBrand of brands) {
    ofBrand.sort((one, other) => byCode(one.product, other.product))
    yield
  }
  return brands.flat()
}

const byBrandName = (one: Product, other: Product) => byCategory(one, other) || one.brandName.localeCompare(other.brandName)

/** The list is sorted, so a product belongs to the last category and brand or begins new ones. */
function brandIn(list: SellerPage['productlist'], { categoryName, brandName, brandLogo }: Product) {
  let category = list.at(-1)
  if (category?.categoryname !== categoryName) {
    category = { categoryname: categoryName, brands: [] }
    list.push(category)
  }
  let brand = category.brands.at(-1)
  if (brand?.brandname !== brandName) {
    brand = { brandname: brandName, brandlogo: brandLogo, products: [] }
    category.brands.push(brand)
  }
  return brand
}
