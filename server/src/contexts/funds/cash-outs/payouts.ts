import { ticketStateText } from '@lapak/contract/shared/ticket-states'
import { cashOutInvoice } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { Administrator } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { Disbursement } from '#integrations/payment-gateway/payment-gateway.ts'
import { enqueue } from '#jobs/jobs.ts'
import { requireCoverage } from './held-back.ts'
import { checkPayoutJob, sendPayoutJob } from './payout-jobs.ts'
import { isLive, newestPayoutOf, refuseContradicted } from './payouts.queries.ts'
import type { ProcessDeps } from './process.ts'
import { refuseWhileDecisionWaits } from './waiting-decision.ts'

export interface PayoutDeps extends ProcessDeps {
  /** Null if no provider is set up, so that administrators make all payouts by hand. */
  disbursement: Disbursement | null
}

export interface PayoutWanted {
  id: bigint
  by: Administrator
  reason: string
}

/** `after` is the reference of the failed payout that this payout replaces; null for the first payout of a cash-out. */
interface FollowingWanted extends PayoutWanted {
  after: string | null
}

/**
 * Requests a payout for a processed cash-out. The payout is stored here; a job sends it after the commit. The state of the cash-out does not change
 * until the provider reports the end of the payout. A repeated request by the same administrator with the same reason means the existing payout,
 * whatever its state. A request for another payout must contain the reference of the failed payout.
 */
export async function requestPayout(
  { audit, installation, disbursement, settings }: PayoutDeps,
  tx: Tx,
  { id, by, reason, after }: FollowingWanted,
): Promise<void> {
  if (!disbursement?.open) throw new Refusal('payout.off')
  const { state, amount, member_id } = await tx
    .selectFrom('cash_out')
    .select(['state', 'amount', 'member_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (state !== 1) throw new Refusal('ticket.state', { state: ticketStateText(1, state) })
  const newest = await newestPayoutOf(tx, id)
  if (newest && newest.reference !== after) {
    if (newest.asked_by === by.memberId && newest.reason === reason) return
    throw new Refusal(isLive(newest) ? 'cash_out.payout_live' : 'payout.not_last')
  }
  if (newest && isLive(newest)) throw new Refusal('cash_out.payout_live')
  await refuseContradicted(tx, id)
  await refuseWhileDecisionWaits(tx, id, by)
  await requireCoverage(tx, { audit, settings }, member_id)
  const number = (newest?.number ?? 0) + 1
  const reference = `${cashOutInvoice(installation, id)}-${number}`
  const row = await tx
    .insertInto('payout')
    .values({ cash_out_id: id, number, reference, amount, asked_by: by.memberId, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, sendPayoutJob, { id: row.id })
  await audit.record(tx, { event: 'payout.asked', by, subject: id, after: { reference, amount, number }, reason })
}

/**
 * Handles a callback: enqueues a query at once, because only the answer to a query counts. It also does so after the payout has ended, because the
 * bank may have returned the money.
 */
export async function recheckPayout(tx: Tx, reference: string): Promise<void> {
  const row = await tx.selectFrom('payout').select('id').where('reference', '=', reference).executeTakeFirst()
  if (row) await enqueue(tx, checkPayoutJob, { id: row.id })
}
