import { bannerCalls } from '@lapak/contract/banners'
import { sql } from 'kysely'
import { jakartaDayOf } from '#core/clock.ts'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'

export function bannerRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(bannerCalls.shown, () => shownBanners(db))
}

/** Active ones whose last day has not passed (A-OPEN-20). */
const shownBanners = (db: Database) =>
  db.read
    .selectFrom('banner')
    .select(['image', 'caption'])
    .where('active', '=', true)
    .where('archived_at', 'is', null)
    .where((where) => where.or([where('expires_on', 'is', null), where('expires_on', '>=', sql<Date>`${jakartaDayOf(new Date())}::date`)]))
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
