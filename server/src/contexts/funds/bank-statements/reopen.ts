import { lockClassified, openSuspense, readClassified, undoExplaining } from '#contexts/funds/suspense/suspense.ts'
import { type Administrator, refuseOwnMoney, requireAdministrator } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { payersOf, refuseOwnClassification } from './classify.ts'
import { isNoteAsked, type LockedRow, lockRow, reopenRow } from './locked-row.ts'
import type { MatchDeps } from './match.ts'
import { refuseToReopenReturn } from './unbooked-return.ts'

/**
 * Undoes a wrong explanation, or books a row of an account that has become the platform's own. Money in becomes suspense money; money out is
 * unexplained again. A row that paid a ticket is refused: that ticket must be taken back instead. A row that is explained by a ticket of the
 * administrator himself is refused too. Returns the number of the suspense money, if there is any.
 */
export async function reopenStatement({ db, audit }: MatchDeps, by: Administrator, id: bigint, reason: string): Promise<bigint | null> {
  const opened = await db.transaction(async (tx) => {
    const row = await lockRow(tx, id)
    await requireAdministrator(tx, by.memberId)
    await mayBeOpened(tx, row)
    if (await isNoteAsked(tx, row)) throw new Refusal('decision.waits')
    if ((await ownerOf(tx, row)) === by.memberId) return 'own-money'
    await refuseToReopenReturn(tx, row)
    const hadWaited = await undoExplaining(tx, { statementId: id })
    const { amount } = row
    // A row that was noted as not the platform's money, without ever having been in suspense, was not the platform's money before either.
    const waits = amount !== null && amount > 0n && (row.explained !== 'noted' || hadWaited)
    await reopenRow(tx, id, waits ? 'unmatched' : 'new', by, reason)
    await audit.record(tx, {
      event: 'statement.reopened',
      by,
      subject: id,
      after: { kind: row.explained, reference: row.explained_id },
      reason,
    })
    return waits ? openSuspense(audit, tx, { bank: row.bank_code, amount, shown: { statementId: id } }) : null
  })
  return opened === 'own-money' ? refuseOwnMoney(audit, { event: 'statement.reopen_refused', by, subject: id }) : opened
}

/** The member whose ticket explains the row; null if it is explained in another way. */
async function ownerOf(tx: Tx, { explained, explained_id }: LockedRow): Promise<bigint | null> {
  if (explained !== 'deposit' && explained !== 'cash_out') return null
  const table = explained === 'deposit' ? 'top_up' : 'cash_out'
  return (await tx.selectFrom(table).select('member_id').where('id', '=', explained_id).executeTakeFirst())?.member_id ?? null
}

async function mayBeOpened(tx: Tx, { explained, explained_id, amount }: LockedRow): Promise<void> {
  const cameIn = amount !== null && amount > 0n
  if (explained === 'unmatched' || (explained === 'new' && !cameIn)) throw new Refusal('statement.open')
  if (explained !== 'deposit') return
  const ticket = await tx.selectFrom('top_up').select('how').where('id', '=', explained_id).executeTakeFirst()
  if (ticket?.how !== 'admin') throw new Refusal('statement.taken')
}

/** Reopens money that left the books; it is selected by its own number. Refused if it is a payment of the administrator himself. */
export async function waitAgain(deps: MatchDeps, by: Administrator, id: bigint, reason: string): Promise<bigint | null> {
  const { statementId, paymentId: seen } = await readClassified(deps.db.read, id)
  if (statementId !== null) return reopenStatement(deps, by, statementId, reason)
  if (seen === null) throw new Refusal('statement.taken')
  const opened = await deps.db.transaction(async (tx) => {
    const payers = await payersOf(tx, seen)
    const { bank, amount, paymentId } = await lockClassified(tx, id)
    await requireAdministrator(tx, by.memberId)
    if (paymentId === null) throw new Refusal('statement.taken')
    if (payers.includes(by.memberId)) return 'own-money'
    await undoExplaining(tx, { paymentId })
    await deps.audit.record(tx, { event: 'unmatched.reopened', by, subject: id, after: { amount }, reason })
    return openSuspense(deps.audit, tx, { bank, amount, shown: { paymentId } })
  })
  return opened === 'own-money' ? refuseOwnClassification(deps, id, by) : opened
}
