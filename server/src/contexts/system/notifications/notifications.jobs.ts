import { notificationKind, notificationKindNames } from '@lapak/contract/system/notifications'
import { sql } from 'kysely'
import type { Database } from '#db/db.ts'
import { defaultBatchSize, runInBatches } from '#jobs/batches.ts'
import { cronJob } from '#jobs/jobs.ts'

interface NotificationJobsContext {
  db: Database
  settings: { get(name: 'notifications.keptDays'): number }
}

export const notificationJobs = ({ db, settings }: NotificationJobsContext) => [
  cronJob({
    name: 'purge-notifications',
    cron: '47 3 * * *',
    run: () => purgeNotifications(db, settings.get('notifications.keptDays')),
  }),
]

/** Notifications about security and money are kept for a year, however short the setting is. */
const requiredDaysMin = 365

/**
 * Deletes only by kind and age, so that many notifications about one matter do not displace others. Rows that another transaction is updating at this
 * moment are skipped.
 */
export async function purgeNotifications(db: Database, keptDays: number): Promise<void> {
  for (const kind of notificationKindNames) {
    const days = notificationKind(kind).required ? Math.max(keptDays, requiredDaysMin) : keptDays
    await runInBatches(db, async (tx) => {
      // Forces the index order: with some statistics, PostgreSQL would choose a bitmap scan, which reads all old rows for each batch.
      await sql`set local enable_bitmapscan = off`.execute(tx)
      // Deletes by `ctid`, so that the index is searched only once.
      return sql`
        delete from notification where ctid = any(array(
          select ctid from notification where kind = ${kind} and notified_at < now() - ${days} * interval '1 day'
          order by notified_at limit ${defaultBatchSize} for update skip locked
        ))`.execute(tx)
    })
  }
}
