import { reportCalls } from '@lapak/contract/ordering/purchases'
import type { Routes } from '#http/http.ts'
import { type ReportDeps, receiveReport } from './receive-reports.ts'
import { createUnknownReportLimiter } from './unknown-reports.ts'

/**
 * The URL at which a seller's server reports final states: `/public/report/{the seller's own secret path}`, only from the IP addresses that the
 * seller configured. A report can affect only attempts of this seller. It is stored before it is answered. A repeated report gets the same answer and
 * has no effect.
 */
export function reportRoutes(routes: Routes, deps: ReportDeps) {
  const context = { ...deps, unknownReports: createUnknownReportLimiter(deps) }
  routes.on(reportCalls.byGet, (asked) => receiveReport(context, asked))
  routes.on(reportCalls.byPost, (asked) => receiveReport(context, asked))
}
