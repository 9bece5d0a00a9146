import { cronJob, onDemandJob } from '#jobs/jobs.ts'
import { eraseCustomers } from './erase-customers.ts'
import { reconcileJob, reconcileProviderJob } from './reconcile-now.ts'
import { type ReconcileProviderDeps, reconcileProvider } from './reconcile-provider.ts'
import { type ReconcileDeps, reconcileDays } from './reconciliation.ts'

/** Runs in the early morning (WIB), after the sums of the previous day were stored. */
export const reconciliationJobs = (deps: ReconcileDeps & ReconcileProviderDeps) => [
  cronJob({ name: 'reconcile-banks', cron: '37 22 * * *', run: () => reconcileDays(deps) }),
  cronJob({ name: 'reconcile-provider', cron: '52 22 * * *', run: () => reconcileProvider(deps) }),
  cronJob({
    name: 'erase-customers',
    cron: '48 3 * * *',
    run: () => eraseCustomers(deps.db, deps.settings.get('statements.keptDays')),
  }),
  onDemandJob(reconcileJob, () => reconcileDays(deps)),
  onDemandJob(reconcileProviderJob, () => reconcileProvider(deps)),
]
