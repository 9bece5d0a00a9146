import { sql } from 'kysely'
import type { Database } from '#core/db.ts'
import { periodically } from '#core/jobs.ts'
import type { Log } from '#core/log.ts'
import { sweep, sweptAtOnce } from '#core/sweep.ts'
import type { Settings } from '../settings/settings.ts'
import { alertOverdue } from './alerts/alerts.ts'
import { tellTrade } from './hourly-notices.ts'
import { checkDays } from './reading/check-days.ts'
import { measureQuality } from './reading/quality.ts'
import { sumDays } from './reading/sum-days.ts'

export const purchaseJobs = ({ db, settings, log }: { db: Database; settings: Settings; log: Log }) => [
  // Days may have ended while nothing ran, and what was measured before is old.
  periodically({ name: 'sum-days', at: '*/10 * * * *', atStart: true, work: () => sumDays(db) }),
  periodically({ name: 'measure-quality', at: '*/10 * * * *', atStart: true, work: () => measureQuality(db) }),
  periodically({ name: 'tell-trade-of-hour', at: '5 * * * *', atStart: true, work: () => tellTrade(db, new Date()) }),
  periodically({
    name: 'alert-overdue',
    at: '* * * * *',
    atStart: true,
    work: () => alertOverdue(db, settings.get('purchases.alertMinutes')),
  }),
  periodically({
    name: 'sweep-orders',
    at: '20 3 * * *',
    /** Guards against doubles that have run out, counts of stocks of long ago, and bills that were never paid. */
    async work() {
      await sweepGuards(db)
      await sumOldCounts(db)
      await db.transaction((tx) =>
        sql`delete from inquiry
          where purchase_id is null and expires_at < now() - ${settings.get('purchases.billsKeptDays')} * interval '1 day'`.execute(tx),
      )
    },
  }),
  periodically({
    name: 'prove-days',
    at: '43 3 * * *',
    async work() {
      for (const breach of await checkDays(db)) log.fatal(breach, 'the sums of days do not hold')
    },
  }),
]

/** How a stock was counted is kept one by one for a while, and then as one sum. */
const sumOldCounts = (db: Database): Promise<unknown> =>
  db.transaction((tx) =>
    sql`
      with many as (
        select offer_id from stock_count where at < now() - interval '90 days' group by offer_id having count(*) > 1 limit ${sweptAtOnce}
      ), old as (
        delete from stock_count using many
        where stock_count.offer_id = many.offer_id and at < now() - interval '90 days' returning stock_count.offer_id, change, at
      )
      insert into stock_count (offer_id, change, at)
      -- Those of a stock that ended before the one of now stay behind it.
      select old.offer_id, sum(change), max(at) from old left join offer_stock using (offer_id) group by old.offer_id, at >= since`.execute(
      tx,
    ),
  )

/** Portion by portion: orders of the same buyers wait for what is locked here. */
const sweepGuards = (db: Database): Promise<void> =>
  sweep(db, (tx) =>
    sql`
      delete from recent_order
      where key = any(array(select key from recent_order where until < now() - interval '1 hour' limit ${sweptAtOnce}))`.execute(tx),
  )
