import { catalogueCalls } from '@lapak/contract/catalogue/catalogue'
import type { Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { findBrand, listBrands, readCategories, toChoice } from './catalogue.queries.ts'
import { byCode, listPrices } from './catalogue.ts'
import { type CompareDeps, compareProducts } from './compare.ts'

export function catalogueRoutes(routes: Routes, deps: CompareDeps) {
  const { db, catalogue } = deps
  const activeOfBrand = (id: bigint) =>
    catalogue
      .productsOfBrand(id)
      .filter(({ active }) => active)
      .sort(byCode)

  routes.on(catalogueCalls.categories, ({ query }) => readCategories(db.read, query))
  routes.on(catalogueCalls.brands, ({ query }) => listBrands(db.read, query))
  routes.on(catalogueCalls.brand, async ({ params }) => {
    const brand = await findBrand(db.read, params.id)
    if (!brand) throw new Refusal('not_found.brand')
    return { ...brand, products: activeOfBrand(params.id).map(toChoice) }
  })
  routes.on(catalogueCalls.productsOfBrand, ({ params }) => activeOfBrand(params.id).map(toChoice))
  routes.on(catalogueCalls.pricesOfProduct, ({ caller, params, query }) => {
    const product = catalogue.products.get(params.id)
    return listPrices(db, catalogue, caller.memberId, product ? [product] : [], query)
  })
  routes.on(catalogueCalls.pricesOfBrand, ({ caller, params, query }) =>
    listPrices(db, catalogue, caller.memberId, catalogue.productsOfBrand(params.id), query),
  )
  routes.on(catalogueCalls.compareBrand, ({ caller, params, query }) =>
    compareProducts(deps, caller.memberId, catalogue.productsOfBrand(params.id), query),
  )
}
