import { sql } from 'kysely'
import { z } from 'zod'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { cronJob, idInJob, type Job, onDemandJob } from '#jobs/jobs.ts'

const message = z.object({ id: idInJob })

export const deliverMessageJob: Job<typeof message> = { name: 'deliver-message', payload: message, maxAttempts: 12, isShort: true }

export interface OutboxJobsContext {
  db: Database
  settings: Settings
  /** Delivers one message of the outbox; `isFinalAttempt` is true when the job will not run again. */
  deliver(id: bigint, isFinalAttempt: boolean): Promise<void>
}

export const outboxJobs = ({ db, settings, deliver }: OutboxJobsContext) => [
  onDemandJob(deliverMessageJob, ({ id }, last) => deliver(id, last)),
  cronJob({
    name: 'purge-messages',
    cron: '19 3 * * *',
    async run() {
      await db.transaction((tx) =>
        sql`delete from outbox where created_at < now() - ${settings.get('messages.keptDays')} * interval '1 day'`.execute(tx),
      )
    },
  }),
]
