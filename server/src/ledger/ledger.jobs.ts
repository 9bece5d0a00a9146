import { z } from 'zod'
import type { Database } from '#db/db.ts'
import { cronJob, type Job, onDemandJob } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { storeRunningTotals } from './store-running-totals.ts'
import { recordVerification } from './verification/record-verification.ts'
import type { Evidence } from './verification/rule.ts'

/** Enqueued by an administrator. A request that arrives while a run is queued is merged into that run. */
export const verifyLedgerJob: Job<z.ZodType> = { name: 'verify-books-now', payload: z.object({}), serial: true, batchSeconds: 1 }

interface LedgerJobsContext {
  db: Database
  log: Log
  /** Additional verifications by the features above the ledger. */
  evidence: readonly Evidence[]
}

/** Stores sums every five minutes and verifies the ledger every night; a breach is logged as fatal. */
export const ledgerJobs = ({ db, log, evidence }: LedgerJobsContext) => [
  cronJob({ name: 'store-running-totals', cron: '*/5 * * * *', runOnStart: true, run: () => storeRunningTotals(db) }),
  cronJob({ name: 'verify-books', cron: '41 3 * * *', run: () => verifyAndLog({ db, log, evidence }) }),
  onDemandJob(verifyLedgerJob, () => verifyAndLog({ db, log, evidence })),
]

async function verifyAndLog({ db, log, evidence }: LedgerJobsContext): Promise<void> {
  const breaches = await recordVerification(db, evidence)
  for (const breach of breaches) log.fatal(breach, 'ledger verification failed')
  if (breaches.length === 0) log.info('ledger verification passed')
}
