import { sql } from 'kysely'
import type { Database } from '#core/db.ts'
import { periodically } from '#core/jobs.ts'
import type { Settings } from '../settings/settings.ts'

/** What was said and heard is not needed for long; what is not done yet stays. */
export const jabberJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  periodically({
    name: 'sweep-jabber',
    at: '41 3 * * *',
    async work() {
      const old = sql`now() - ${settings.get('jabber.keptDays')} * interval '1 day'`
      await db.transaction(async (tx) => {
        await sql`delete from jabber_received where received_at < ${old} and answered_at is not null`.execute(tx)
        await sql`delete from jabber_message where created_at < ${old}`.execute(tx)
        await sql`delete from jabber_bill where expires_at < now()`.execute(tx)
      })
    },
  }),
]
