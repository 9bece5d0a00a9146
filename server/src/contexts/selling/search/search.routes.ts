import { searchCalls } from '@lapak/contract/selling/search'
import { findProducts, listPrices } from '#contexts/catalogue/catalogue/catalogue.ts'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { searchSellers } from '#contexts/selling/sellers/sellers.ts'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'

export function searchRoutes(routes: Routes, { db, catalogue }: { db: Database; catalogue: CatalogueSnapshot }) {
  routes.on(searchCalls.products, async ({ caller, query }) =>
    listPrices(db, catalogue, caller.memberId, await findProducts(db, catalogue, query.cari), query),
  )
  routes.on(searchCalls.sellers, ({ query }) => searchSellers({ read: db.read, catalogue }, query))
}
