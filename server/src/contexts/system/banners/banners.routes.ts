import { bannerCalls } from '@lapak/contract/system/banners'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { shownBanners } from './banners.queries.ts'

export function bannerRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(bannerCalls.shown, () => shownBanners(db.read))
}
