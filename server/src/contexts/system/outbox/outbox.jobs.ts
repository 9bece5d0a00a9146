import { sql } from 'kysely'
import { z } from 'zod'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { idInJob, type Job, periodically, whenAsked } from '#jobs/jobs.ts'

const message = z.object({ id: idInJob })

export const deliverMessage: Job<typeof message> = { name: 'deliver-message', payload: message, triesMax: 12, takesSeconds: true }

export interface OutboxJobsContext {
  db: Database
  settings: Settings
  /** Delivers one message of the outbox; `last` is true when the job will not run again. */
  deliver(id: bigint, last: boolean): Promise<void>
}

export const outboxJobs = ({ db, settings, deliver }: OutboxJobsContext) => [
  whenAsked(deliverMessage, ({ id }, last) => deliver(id, last)),
  periodically({
    name: 'purge-messages',
    at: '19 3 * * *',
    async work() {
      await db.transaction((tx) =>
        sql`delete from outbox where created_at < now() - ${settings.get('messages.keptDays')} * interval '1 day'`.execute(tx),
      )
    },
  }),
]
