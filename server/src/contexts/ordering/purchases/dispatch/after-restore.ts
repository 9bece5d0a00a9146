import type { Statement, Tx } from '#db/db.ts'
import { raiseAlerts } from '../alerts/alerts.ts'
import { attemptState } from '../attempt-state.ts'
import { neverDue } from '../settlement/status-retry.ts'

/** A queued attempt may have been sent at any time since it was created, so its status is requested first, under the same reference, as after a crash. */
const requestStatus: Statement = {
  name: 'attempts.request-status-after-restore',
  text: `
  update attempt set state = ${attemptState.sending}, claims = claims + 1, sent_at = coalesce(sent_at, created_at), last_sent_at = now(), due_at = now(),
    claimed_by = null, updated_at = now()
  where state = ${attemptState.queued} returning id`,
}

/** The reference of an attempt of this time may be that of a lost order, so its seller is not even asked. */
const leaveToPerson: Statement = {
  name: 'attempts.leave-to-person-after-restore',
  text: `
  update attempt set due_at = '${neverDue.toISOString()}', claimed_by = null, updated_at = now()
  where state <= ${attemptState.unknown} and created_at > $1 returning id, purchase_id`,
}

/** Clocks of the database and of the witness may differ by this, in milliseconds. */
const maxClockSkewMs = 5_000

/**
 * Prepares live attempts for the time after a confirmed restore. If one of them fails later, no other seller is tried, since one may have delivered in
 * the time that is lost (`settlement/settle.ts`).
 */
export async function prepareAfterRestore(tx: Tx, lostUntil: Date | null): Promise<{ asked: number; left: number }> {
  const asked = await tx.run<{ id: bigint }>(requestStatus, [])
  const left =
    lostUntil === null
      ? []
      : await tx.run<{ id: bigint; purchase_id: bigint }>(leaveToPerson, [new Date(lostUntil.getTime() - maxClockSkewMs)])
  await raiseAlerts(
    tx,
    left.map(({ id, purchase_id }) => ({
      purchaseId: purchase_id,
      attemptId: id,
      kind: 'status_too_old',
      message:
        'Diterima saat database baru dipulihkan, nomor rujukannya mungkin sudah dipakai; belum dikirim ke suplier, putuskan secara manual',
    })),
  )
  return { asked: asked.length, left: left.length }
}
