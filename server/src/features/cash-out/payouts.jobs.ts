import { sql } from 'kysely'
import type { Tx } from '#core/db.ts'
import { enqueue, periodically, type Work, whenAsked } from '#core/jobs.ts'
import type { Disbursement } from '#outside/gateway/gateway.ts'
import { hearOfPayout, sendPayout } from './asked-jobs.ts'
import { payoutOf } from './payouts.queries.ts'
import { goOn, neverSend, type SendDeps } from './send-payout.ts'

type PayoutJobsContext = Omit<SendDeps, 'disbursement'> & { disbursement: Disbursement | null }

export const payoutJobs = (context: PayoutJobsContext): Work[] => [
  whenAsked(sendPayout, ({ id }) => work(context, id)),
  whenAsked(hearOfPayout, ({ id }) => work(context, id)),
  periodically({ name: 'watch-payouts', at: '* * * * *', work: () => goOnWithDue(context) }),
  periodically({ name: 'look-at-ended-payouts', at: '23 * * * *', work: () => lookAtEnded(context) }),
]

/** Where the provider is set up no longer nobody can be asked, and nothing leaves. */
async function work({ disbursement, ...context }: PayoutJobsContext, id: bigint): Promise<void> {
  if (disbursement !== null) return goOn({ ...context, disbursement }, id)
  await neverSend(context, await payoutOf(context.db.read, id))
}

/** One that is taken is not due again at once, so that none is asked about twice. Nothing is written, and nobody woken, where none is due. */
async function goOnWithDue({ db }: Pick<SendDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from payout where due_at < now() order by due_at limit 200 for update skip locked`.execute(tx)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await sql`update payout set due_at = now() + interval '2 minutes' where id = any(${ids}::bigint[])`.execute(tx)
    await enqueueAll(tx, ids)
  })
}

/**
 * A bank may send back what was paid, and what failed, or was called lost by a person, may have been paid; what the provider tells of it may be
 * lost. It is asked once a day for a week, each payout at its hour of the day.
 */
async function lookAtEnded({ db }: Pick<SendDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      select id from payout
      where state in ('succeeded', 'failed') and updated_at between now() - interval '7 days' and now() - interval '1 hour'
        and extract(hour from updated_at) = extract(hour from now())`.execute(tx)
    await enqueueAll(
      tx,
      rows.map(({ id }) => id),
    )
  })
}

async function enqueueAll(tx: Tx, ids: bigint[]): Promise<void> {
  for (const id of ids) await enqueue(tx, sendPayout, { id })
}
