import { sellerCalls } from '@lapak/contract/selling/sellers'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { createBestHits } from './best-hits.ts'
import { goldSellers } from './gold-sellers.ts'
import { readSellerPage } from './seller-page.ts'
import { listSellers, sellersOfList } from './sellers.queries.ts'

export function sellerRoutes(routes: Routes, { db, catalogue }: { db: Database; catalogue: CatalogueSnapshot }) {
  const bestHits = createBestHits(db)
  const reader = { read: db.read, catalogue }

  routes.on(sellerCalls.list, ({ query }) => listSellers(reader, query))
  routes.on(sellerCalls.gold, ({ query }) => goldSellers(reader, query.size))
  routes.on(sellerCalls.bestHits, () => bestHits())
  routes.on(sellerCalls.mine, ({ caller }) => sellersOfList(reader, caller.memberId))
  routes.on(sellerCalls.page, ({ caller, params }) => readSellerPage(db, catalogue, caller.memberId, params.id))
}
