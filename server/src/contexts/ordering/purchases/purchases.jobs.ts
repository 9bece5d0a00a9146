import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { defaultBatchSize, runInBatches } from '#jobs/batches.ts'
import { cronJob } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { alertOverdue } from './alerts/alerts.ts'
import { notifyTradeHourly } from './hourly-notifications.ts'
import { sumOldCounts } from './placement/stock-counts.ts'
import { measureQuality } from './queries/quality.ts'
import { sumDays } from './queries/sum-days.ts'
import { verifyDays } from './queries/verify-days.ts'

export const purchaseJobs = ({ db, settings, log }: { db: Database; settings: Settings; log: Log }) => [
  // These jobs also run when the server starts: days may have ended while it was down, and the quality may be outdated.
  cronJob({ name: 'sum-days', cron: '*/10 * * * *', runOnStart: true, run: () => sumDays(db) }),
  cronJob({ name: 'measure-quality', cron: '*/10 * * * *', runOnStart: true, run: () => measureQuality(db) }),
  cronJob({ name: 'notify-trade-hourly', cron: '5 * * * *', runOnStart: true, run: () => notifyTradeHourly(db, new Date()) }),
  cronJob({
    name: 'alert-overdue',
    cron: '* * * * *',
    runOnStart: true,
    run: () => alertOverdue(db, settings.get('purchases.alertMinutes')),
  }),
  cronJob({
    name: 'purge-orders',
    cron: '20 3 * * *',
    /** Deletes expired double guards and unpaid bills, and sums old stock counts. */
    async run() {
      await purgeGuards(db)
      await sumOldCounts(db)
      await db.transaction((tx) =>
        sql`delete from inquiry
          where purchase_id is null and expires_at < now() - ${settings.get('purchases.billsKeptDays')} * interval '1 day'`.execute(tx),
      )
    },
  }),
  cronJob({
    name: 'verify-days',
    cron: '43 3 * * *',
    async run() {
      for (const breach of await verifyDays(db)) log.fatal(breach, 'sums per day differ from their purchases')
    },
  }),
]

/** In batches, because a new order of the same buyer waits for the locks on these rows. */
const purgeGuards = (db: Database): Promise<void> =>
  runInBatches(db, (tx) =>
    sql`
      delete from recent_order
      where key = any(array(select key from recent_order where until < now() - interval '1 hour' limit ${defaultBatchSize}))`.execute(tx),
  )
