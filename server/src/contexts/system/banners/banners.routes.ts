import { bannerCalls } from '@lapak/contract/system/banners'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { shownBanners } from './banners.queries.ts'

export function bannerRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(bannerCalls.shown, () => shownBanners(db.read))
}
