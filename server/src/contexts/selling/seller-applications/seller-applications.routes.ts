import { sellerApplicationCalls } from '@lapak/contract/selling/seller-applications'
import type { Routes } from '#http/http.ts'
import { type SellerApplicationDeps, sendDocuments } from './seller-applications.ts'

export function sellerApplicationRoutes(routes: Routes, deps: SellerApplicationDeps) {
  routes.on(sellerApplicationCalls.sendDocuments, ({ caller, body }) => sendDocuments(deps, caller, body))
}
