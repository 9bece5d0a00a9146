import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { Log } from '#shared/log.ts'
import { isContradicted, looksLater, maybeLost, type PayoutRow, payoutOf, silentDaysOf, undecidedPayouts } from './payouts.queries.ts'
import type { PayoutDeps } from './payouts.ts'
import { queryPayout } from './send-payout.ts'
import { refuseWhileDecisionWaits } from './waiting-decision.ts'

export interface LostDeps extends PayoutDeps {
  db: Database
  settings: Settings
  log: Log
}

/**
 * The provider's answer to the last query: it does not know the payout (`unknown`), the payout failed (`failed`), or neither is certain (`nothing`).
 */
export interface LastStatus {
  reference: string
  status: 'unknown' | 'failed' | 'nothing'
}

/**
 * Queries the provider once more about a payout that may be lost, before any lock is taken. The answer is booked at once, so a payment that happened
 * in the meantime is booked as paid.
 */
export async function lastStatusOf(deps: LostDeps, cashOut: bigint): Promise<LastStatus> {
  const { db, disbursement } = deps
  const row = await maybeLostOne(db.read, deps.settings, cashOut)
  const { reference } = row
  if (disbursement === null) return { reference, status: 'nothing' }
  const heard = await queryPayout({ ...deps, disbursement }, row)
  if (heard === 'unknown') return { reference, status: 'unknown' }
  const now = await payoutOf(db.read, row.id)
  return { reference, status: now.state === 'failed' && !isContradicted(now) ? 'failed' : 'nothing' }
}

/** Locks the cash-out and returns its payout. Refuses if the payout has a different reference or can no longer be lost. */
export async function lockLostPayout({ settings }: LostDeps, tx: Tx, id: bigint, reference: string): Promise<PayoutRow> {
  await tx.selectFrom('cash_out').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const row = await maybeLostOne(tx, settings, id)
  if (row.reference !== reference) throw new Refusal('payout.not_lost')
  return row
}

interface CallLost {
  by: Actor
  /** The administrator who requested the approval, if a second administrator approves; otherwise null. */
  askedBy: bigint | null
  reason: string
}

/**
 * Marks a payout as lost: an administrator checked the provider's dashboard and states that the payout was never made. The cash-out can then be paid
 * or rejected. If the provider reports the payout later, the report is shown; it moves no money if the cash-out was paid or rejected in the meantime.
 */
export async function markLost({ audit }: LostDeps, tx: Tx, row: PayoutRow, { by, askedBy, reason }: CallLost): Promise<void> {
  const { id, cash_out_id: subject, reference } = row
  await refuseWhileDecisionWaits(tx, subject, by)
  await tx
    .updateTable('payout')
    .set({
      state: 'failed',
      failure: 'ditandai tidak terkirim',
      due_at: null,
      look_at: looksLater,
      updated_at: new Date(),
      contradiction: null,
      contradicted_at: null,
    })
    .where('id', '=', id)
    .execute()
  const after = { reference, ...(askedBy !== null && { askedby: askedBy }) }
  await audit.record(tx, { event: 'payout.called_lost', by, subject, after, reason })
}

async function maybeLostOne(read: Reader, settings: Settings, cashOut: bigint): Promise<PayoutRow> {
  const rows = await undecidedPayouts(read).selectAll('payout').where('cash_out_id', '=', cashOut).orderBy('number').execute()
  const lost = rows.find((row) => maybeLost(row, silentDaysOf(settings)))
  if (!lost) throw new Refusal('payout.not_lost')
  return lost
}
