import { periodically, whenAsked } from '#core/jobs.ts'
import { reconcileNow } from './reconcile-now.ts'
import { type ReconcileDeps, reconcile } from './reconciliation.ts'

/** In the early morning, once the books of the day before are kept. */
export const reconciliationJobs = (deps: ReconcileDeps) => [
  periodically({ name: 'reconcile-banks', at: '37 22 * * *', work: () => reconcile(deps) }),
  whenAsked(reconcileNow, () => reconcile(deps)),
]
