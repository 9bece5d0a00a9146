import { searchCalls } from '@lapak/contract/search'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { findProducts, listPrices } from '../catalogue/catalogue.ts'
import type { Market } from '../market/market.ts'
import { searchSellers } from '../sellers/sellers.ts'

export function searchRoutes(routes: Routes, { db, market }: { db: Database; market: Market }) {
  routes.on(searchCalls.products, async ({ caller, query }) =>
    listPrices(db, market, caller.memberId, await findProducts(db, market, query.cari), query),
  )
  routes.on(searchCalls.sellers, ({ query }) => searchSellers({ read: db.read, market }, query))
}
