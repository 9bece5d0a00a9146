import type { Database } from '#core/db.ts'
import { periodically } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import { checkLedger } from './proof/proof.ts'

/** Every night the books are proved; a breach is logged as fatal. */
export const ledgerJobs = ({ db, log }: { db: Database; log: Log }) => [
  periodically({
    name: 'prove-books',
    at: '41 3 * * *',
    async work() {
      const breaches = await checkLedger(db)
      for (const breach of breaches) log.fatal(breach, 'the books do not hold')
      if (breaches.length === 0) log.info('the books hold')
    },
  }),
]
