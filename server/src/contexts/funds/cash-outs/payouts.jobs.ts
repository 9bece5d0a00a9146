import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import type { Disbursement } from '#integrations/payment-gateway/payment-gateway.ts'
import { enqueue, periodically, type Work, whenAsked } from '#jobs/jobs.ts'
import { hearOfPayout, sendPayout } from './asked-jobs.ts'
import { payoutOf } from './payouts.queries.ts'
import { goOn, type SendDeps, withoutProvider } from './send-payout.ts'

type PayoutJobsContext = Omit<SendDeps, 'disbursement'> & { disbursement: Disbursement | null }

export const payoutJobs = (context: PayoutJobsContext): Work[] => [
  whenAsked(sendPayout, ({ id }) => work(context, id)),
  whenAsked(hearOfPayout, ({ id }) => work(context, id)),
  periodically({ name: 'continue-payouts', at: '* * * * *', work: () => goOnWithDue(context) }),
  periodically({ name: 'recheck-ended-payouts', at: '* * * * *', work: () => lookAtEnded(context) }),
]

async function work({ disbursement, ...context }: PayoutJobsContext, id: bigint): Promise<void> {
  if (disbursement !== null) return goOn({ ...context, disbursement }, id)
  await withoutProvider(context, await payoutOf(context.db.read, id))
}

/** The maximum number of payouts that are queried per minute, also if more are due after an outage. */
const turn = 200

/** Moves the due time of the selected payouts, so that no payout is queried twice. If no payout is due, nothing is written and no worker is woken. */
async function goOnWithDue({ db }: Pick<SendDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from payout where due_at < now() order by due_at limit ${turn} for update skip locked`.execute(tx)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await sql`update payout set due_at = now() + interval '2 minutes' where id = any(${ids}::bigint[])`.execute(tx)
    await enqueueAll(tx, ids)
  })
}

/**
 * The state of an ended payout may still change: the bank may return a paid payout, and a failed or lost payout may turn out to be paid. The callback
 * about the change may get lost. So ended payouts are queried daily for a week. If no worker ran at the end of that week, they are queried once more.
 */
async function lookAtEnded({ db }: Pick<SendDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from payout where look_at < now() order by look_at limit ${turn} for update skip locked`.execute(tx)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await sql`
      update payout set look_at = case when now() < updated_at + interval '7 days' then now() + interval '1 day' end
      where id = any(${ids}::bigint[])`.execute(tx)
    await enqueueAll(tx, ids)
  })
}

async function enqueueAll(tx: Tx, ids: bigint[]): Promise<void> {
  for (const id of ids) await enqueue(tx, sendPayout, { id })
}
