import { sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { periodically } from '#jobs/jobs.ts'
import { purge, purgedAtOnce } from '#jobs/retention.ts'
import type { Log } from '#shared/log.ts'
import { alertOverdue } from './alerts/alerts.ts'
import { notifyTradeOfHour } from './hourly-notifications.ts'
import { sumOldCounts } from './placement/stock-counts.ts'
import { checkDays } from './queries/check-days.ts'
import { measureQuality } from './queries/quality.ts'
import { sumDays } from './queries/sum-days.ts'

export const purchaseJobs = ({ db, settings, log }: { db: Database; settings: Settings; log: Log }) => [
  // These jobs also run when the server starts: days may have ended while it was down, and the quality may be outdated.
  periodically({ name: 'sum-days', at: '*/10 * * * *', atStart: true, work: () => sumDays(db) }),
  periodically({ name: 'measure-quality', at: '*/10 * * * *', atStart: true, work: () => measureQuality(db) }),
  periodically({ name: 'notify-trade-hourly', at: '5 * * * *', atStart: true, work: () => notifyTradeOfHour(db, new Date()) }),
  periodically({
    name: 'alert-overdue',
    at: '* * * * *',
    atStart: true,
    work: () => alertOverdue(db, settings.get('purchases.alertMinutes')),
  }),
  periodically({
    name: 'purge-orders',
    at: '20 3 * * *',
    /** Deletes expired double guards and unpaid bills, and sums old stock counts. */
    async work() {
      await purgeGuards(db)
      await sumOldCounts(db)
      await db.transaction((tx) =>
        sql`delete from inquiry
          where purchase_id is null and expires_at < now() - ${settings.get('purchases.billsKeptDays')} * interval '1 day'`.execute(tx),
      )
    },
  }),
  periodically({
    name: 'verify-days',
    at: '43 3 * * *',
    async work() {
      for (const breach of await checkDays(db)) log.fatal(breach, 'the sums of days do not hold')
    },
  }),
]

/** In portions, because a new order of the same buyer waits for the locks on these rows. */
const purgeGuards = (db: Database): Promise<void> =>
  purge(db, (tx) =>
    sql`
      delete from recent_order
      where key = any(array(select key from recent_order where until < now() - interval '1 hour' limit ${purgedAtOnce}))`.execute(tx),
  )
