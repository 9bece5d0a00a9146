import { supplierCalls } from '@lapak/contract/suppliers'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import type { Market } from '../market/market.ts'
import { createBestHits } from './best-hits.ts'
import { readSellerPage } from './seller-page.ts'
import { goldSellers, listSellers, searchSellers, sellersOfList } from './suppliers.queries.ts'

export function supplierRoutes(routes: Routes, { db, market }: { db: Database; market: Market }) {
  const bestHits = createBestHits(db)
  const reader = { read: db.read, market }

  routes.on(supplierCalls.list, ({ query }) => listSellers(reader, query))
  routes.on(supplierCalls.gold, ({ query }) => goldSellers(reader, query.size))
  routes.on(supplierCalls.bestHits, () => bestHits())
  routes.on(supplierCalls.search, ({ query }) => searchSellers(reader, query))
  routes.on(supplierCalls.mine, ({ caller }) => sellersOfList(reader, caller.memberId))
  routes.on(supplierCalls.page, ({ caller, params }) => readSellerPage(db, market, caller.memberId, params.id))
}
