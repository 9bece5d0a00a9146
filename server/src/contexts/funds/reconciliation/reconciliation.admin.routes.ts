import { reconciliationCalls } from '@lapak/contract/funds/reconciliation'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Routes } from '#http/http.ts'
import { readBankDays } from './bank-days.queries.ts'
import { downloadDifferences } from './differences.csv.ts'
import { listDifferences, readDifference } from './differences.queries.ts'
import { type EndDeps, endDifference } from './end-difference.ts'
import { type ProviderDaysDeps, readProviderDays } from './provider-days.queries.ts'
import { requestReconciliation } from './reconciliation.ts'
import { listSellerDays } from './seller-days.queries.ts'
import { previewSellerFile, type SellerFileDeps, storeSellerFile } from './seller-file.ts'

export function reconciliationAdminRoutes(routes: Routes, deps: SellerFileDeps & ProviderDaysDeps & EndDeps) {
  const { db } = deps
  routes.on(reconciliationCalls.banks, ({ query }) => readBankDays(db, query))
  routes.on(reconciliationCalls.provider, ({ query }) => readProviderDays(deps, query))
  routes.on(reconciliationCalls.sellers, ({ query }) => listSellerDays(db, query))
  routes.on(reconciliationCalls.file, async ({ caller, params, query: { simpan }, file }) => {
    const uploaded = { sellerId: params.id, day: params.day, bytes: await file() }
    return simpan ? storeSellerFile(deps, caller, uploaded) : previewSellerFile(deps, caller, uploaded)
  })
  routes.on(reconciliationCalls.differences, ({ query }) => listDifferences(db, query))
  routes.on(reconciliationCalls.download, ({ caller, query }) => downloadDifferences(deps, caller, query))
  routes.on(reconciliationCalls.end, async ({ caller, params: { id }, body: { reason }, setMessage }) => {
    if ((await endDifference(deps, caller, id, reason)) === 'approval_requested') setMessage(waitsForSecond)
    return readDifference(db.read, id)
  })
  routes.on(reconciliationCalls.run, ({ caller }) => requestReconciliation(deps, caller))
}
