import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import type { Disbursement } from '#integrations/payment-gateway/payment-gateway.ts'
import { cronJob, enqueue, onDemandJob, type RegisteredJob } from '#jobs/jobs.ts'
import { checkPayoutJob, sendPayoutJob } from './payout-jobs.ts'
import { payoutOf } from './payouts.queries.ts'
import { advancePayout, type SendDeps, withoutProvider } from './send-payout.ts'

type PayoutJobsContext = Omit<SendDeps, 'disbursement'> & { disbursement: Disbursement | null }

export const payoutJobs = (context: PayoutJobsContext): RegisteredJob[] => [
  onDemandJob(sendPayoutJob, ({ id }) => advance(context, id)),
  onDemandJob(checkPayoutJob, ({ id }) => advance(context, id)),
  cronJob({ name: 'continue-payouts', cron: '* * * * *', run: () => continuePayouts(context) }),
  cronJob({ name: 'recheck-ended-payouts', cron: '* * * * *', run: () => recheckEndedPayouts(context) }),
]

async function advance({ disbursement, ...context }: PayoutJobsContext, id: bigint): Promise<void> {
  if (disbursement !== null) return advancePayout({ ...context, disbursement }, id)
  await withoutProvider(context, await payoutOf(context.db.read, id))
}

/** The maximum number of payouts that are queried per minute, also if more are due after an outage. */
const batchSize = 200

/** Moves the due time of the selected payouts, so that no payout is queried twice. If no payout is due, nothing is written and no worker is woken. */
async function continuePayouts({ db }: Pick<SendDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from payout where due_at < now() order by due_at limit ${batchSize} for update skip locked`.execute(tx)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await sql`update payout set due_at = now() + interval '2 minutes' where id = any(${ids}::bigint[])`.execute(tx)
    await enqueueAll(tx, ids)
  })
}

/**
 * The state of an ended payout may still change: the bank may return a paid payout, and a failed or lost payout may turn out to be paid. The callback
 * about the change may get lost. So ended payouts are queried daily for a week. If no worker ran at the end of that week, they are queried once more.
 * While a contradicted payout keeps administrators from deciding about its cash-out, it is queried every hour.
 */
async function recheckEndedPayouts({ db }: Pick<SendDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from payout where look_at < now() order by look_at limit ${batchSize} for update skip locked`.execute(tx)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await sql`
      update payout set look_at = case
        when contradiction is not null and (select state from cash_out where id = cash_out_id) = 1 then now() + interval '1 hour'
        when now() < updated_at + interval '7 days' then now() + interval '1 day'
      end
      where id = any(${ids}::bigint[])`.execute(tx)
    await enqueueAll(tx, ids)
  })
}

async function enqueueAll(tx: Tx, ids: bigint[]): Promise<void> {
  for (const id of ids) await enqueue(tx, sendPayoutJob, { id })
}
