import { z } from 'zod'
import type { Database } from '#db/db.ts'
import { periodically, whenAsked } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { keepSums } from './keep-sums.ts'
import { recordVerification } from './verification/keep.ts'
import type { Evidence } from './verification/rule.ts'

/** Enqueued by an administrator. A request that arrives while a run is queued is merged into that run. */
export const verifyBooks = { name: 'verify-books-now', payload: z.object({}), oneByOne: true, batchSeconds: 1 }

interface LedgerJobsContext {
  db: Database
  log: Log
  /** Additional verifications by the features above the ledger. */
  evidence: readonly Evidence[]
}

/** Stores sums every five minutes and verifies the ledger every night; a breach is logged as fatal. */
export const ledgerJobs = ({ db, log, evidence }: LedgerJobsContext) => [
  periodically({ name: 'keep-sums', at: '*/5 * * * *', atStart: true, work: () => keepSums(db) }),
  periodically({ name: 'verify-books', at: '41 3 * * *', work: () => verifyAndLog({ db, log, evidence }) }),
  whenAsked(verifyBooks, () => verifyAndLog({ db, log, evidence })),
]

async function verifyAndLog({ db, log, evidence }: LedgerJobsContext): Promise<void> {
  const breaches = await recordVerification(db, evidence)
  for (const breach of breaches) log.fatal(breach, 'the books do not hold')
  if (breaches.length === 0) log.info('the books hold')
}
