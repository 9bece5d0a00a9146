import { catalogueAdminCalls } from '@lapak/contract/catalogue/catalogue.admin'
import { previewOnly } from '@lapak/contract/shared/wire'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { countCatalogue, listAllBrands, listBrandGroups, listCategories, listProducts } from './admin-lists.queries.ts'
import { addProduct, type CatalogueDeps, changeProduct } from './admin-products.ts'
import { addBrandGroup, changeBrandGroup } from './brand-groups.ts'
import { addBrand, changeBrand } from './brands.ts'
import { addCategory, changeCategory, deleteCategory, orderCategories } from './categories.ts'
import { closingOfBrand, closingOfProduct } from './closing.queries.ts'
import { importProducts } from './import.ts'
import { downloadProducts } from './products.csv.ts'
import { addStarter, previewStarter } from './seed-catalogue.ts'

export function catalogueAdminRoutes(routes: Routes, deps: CatalogueDeps & Pick<VersionedCache, 'afterRefresh'>) {
  const { db, afterRefresh } = deps
  routes.on(catalogueAdminCalls.counts, () => countCatalogue(db.read))
  routes.on(catalogueAdminCalls.products, ({ query }) => listProducts(db.read, query))
  routes.on(catalogueAdminCalls.addProduct, ({ caller, body }) => afterRefresh(addProduct(deps, caller, body)))
  routes.on(catalogueAdminCalls.changeProduct, ({ caller, body }) => afterRefresh(changeProduct(deps, caller, body)))
  routes.on(catalogueAdminCalls.closingProduct, ({ params }) => closingOfProduct(db.read, params.id))
  routes.on(catalogueAdminCalls.export, ({ query }) => downloadProducts(db.read, query))
  routes.on(catalogueAdminCalls.import, async ({ caller, query: { simpan: keep, page, digest }, file, setMessage }) => {
    if (!keep) setMessage(previewOnly)
    const imported = importProducts(deps, caller, { bytes: await file(), keep, page, digest })
    return keep ? afterRefresh(imported) : imported
  })
  routes.on(catalogueAdminCalls.brands, ({ query }) => listAllBrands(db.read, query))
  routes.on(catalogueAdminCalls.addBrand, ({ caller, body }) => afterRefresh(addBrand(deps, caller, body)))
  routes.on(catalogueAdminCalls.changeBrand, ({ caller, body }) => afterRefresh(changeBrand(deps, caller, body)))
  routes.on(catalogueAdminCalls.closingBrand, ({ params }) => closingOfBrand(db.read, params.id))
  routes.on(catalogueAdminCalls.brandGroups, ({ query }) => listBrandGroups(db.read, query))
  routes.on(catalogueAdminCalls.addBrandGroup, ({ caller, body }) => addBrandGroup(deps, caller, body))
  routes.on(catalogueAdminCalls.changeBrandGroup, ({ caller, body }) => changeBrandGroup(deps, caller, body))
  routes.on(catalogueAdminCalls.categories, ({ query }) => listCategories(db.read, query))
  routes.on(catalogueAdminCalls.addCategory, ({ caller, body }) => afterRefresh(addCategory(deps, caller, body)))
  routes.on(catalogueAdminCalls.changeCategory, ({ caller, body }) => afterRefresh(changeCategory(deps, caller, body)))
  routes.on(catalogueAdminCalls.orderCategories, ({ caller, body }) => afterRefresh(orderCategories(deps, caller, body.ids)))
  routes.on(catalogueAdminCalls.deleteCategory, ({ caller, params, query }) => deleteCategory(deps, caller, { ...params, ...query }))
  routes.on(catalogueAdminCalls.starter, () => previewStarter(db.read))
  routes.on(catalogueAdminCalls.addStarter, ({ caller, body }) => afterRefresh(addStarter(deps, caller, body.categories)))
}
