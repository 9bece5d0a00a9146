import { periodically, whenAsked } from '#jobs/jobs.ts'
import { forgetCustomers } from './forget.ts'
import { reconcileNow } from './reconcile-now.ts'
import { type ReconcileDeps, reconcile } from './reconciliation.ts'

/** Runs in the early morning (WIB), after the sums of the previous day were stored. */
export const reconciliationJobs = (deps: ReconcileDeps) => [
  periodically({ name: 'reconcile-banks', at: '37 22 * * *', work: () => reconcile(deps) }),
  periodically({
    name: 'erase-customers',
    at: '48 3 * * *',
    work: () => forgetCustomers(deps.db, deps.settings.get('statements.keptDays')),
  }),
  whenAsked(reconcileNow, () => reconcile(deps)),
]
