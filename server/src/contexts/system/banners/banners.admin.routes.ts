import { bannerCalls } from '@lapak/contract/system/banners'
import type { Routes } from '#http/http.ts'
import { listBanners } from './banners.queries.ts'
import { addBanner, archiveBanner, type BannerDeps, changeBanner, orderBanners } from './banners.ts'

export function bannerAdminRoutes(routes: Routes, deps: BannerDeps) {
  routes.on(bannerCalls.list, ({ query }) => listBanners(deps.db.read, query))
  routes.on(bannerCalls.add, ({ caller, body }) => addBanner(deps, caller, body))
  routes.on(bannerCalls.change, ({ caller, body }) => changeBanner(deps, caller, body))
  routes.on(bannerCalls.order, ({ caller, body }) => orderBanners(deps, caller, body.ids))
  routes.on(bannerCalls.archive, ({ caller, params }) => archiveBanner(deps, caller, params.id))
}
