import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { Log } from '#shared/log.ts'
import { livePayoutOf, looksLater, maybeLost, type PayoutRow, payoutOf, silentDaysOf } from './payouts.queries.ts'
import type { PayoutDeps } from './payouts.ts'
import { queryPayout } from './send-payout.ts'

export interface LostDeps extends PayoutDeps {
  db: Database
  settings: Settings
  log: Log
}

/** What the provider said right before: that it does not know it, that it failed, or nothing that says it has not paid. */
export interface LastStatus {
  reference: string
  status: 'unknown' | 'failed' | 'nothing'
}

/**
 * Of a payout that may be lost the provider is asked once more, before anything is held. Whatever it says counts at once, so what was
 * paid meanwhile is paid.
 */
export async function lastWordOf(deps: LostDeps, cashOut: bigint): Promise<LastStatus> {
  const { db, disbursement } = deps
  const row = await maybeLostOne(db.read, deps.settings, cashOut)
  const { reference } = row
  if (disbursement === null) return { reference, status: 'nothing' }
  const heard = await queryPayout({ ...deps, disbursement }, row)
  if (heard === 'unknown') return { reference, status: 'unknown' }
  const { state } = await payoutOf(db.read, row.id)
  return { reference, status: state === 'failed' ? 'failed' : 'nothing' }
}

/** Of this reference, and still of no known end. Its cash-out is held. */
export async function lockLostPayout({ settings }: LostDeps, tx: Tx, id: bigint, reference: string): Promise<PayoutRow> {
  await tx.selectFrom('cash_out').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  const row = await maybeLostOne(tx, settings, id)
  if (row.reference !== reference) throw new Refusal('payout.not_lost')
  return row
}

interface CallLost {
  by: Actor
  /** Whom a second one agrees with. */
  askedBy: bigint | null
  reason: string
}

/**
 * A person who looked at the provider's own page says that it was never made: the cash-out is for a person again. Should the provider tell of it
 * after all, that is told, and moves no money once somebody has acted upon this word.
 */
export async function callLost({ audit }: LostDeps, tx: Tx, row: PayoutRow, { by, askedBy, reason }: CallLost): Promise<void> {
  const { id, cash_out_id: subject, reference } = row
  await tx
    .updateTable('payout')
    .set({ state: 'failed', failure: 'ditandai tidak terkirim', due_at: null, look_at: looksLater, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  const after = { reference, ...(askedBy !== null && { askedby: askedBy }) }
  await audit.note(tx, { event: 'payout.called_lost', by, subject, after, reason })
}

async function maybeLostOne(read: Reader, settings: Settings, cashOut: bigint): Promise<PayoutRow> {
  const row = await livePayoutOf(read, cashOut)
  if (!row || !maybeLost(row, silentDaysOf(settings))) throw new Refusal('payout.not_lost')
  return row
}
