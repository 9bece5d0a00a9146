import type { bankStatementCalls, explainedByHand } from '@lapak/contract/funds/bank-statements'
import type { BankCode } from '@lapak/contract/shared/banks'
import type { BodyOf } from '@lapak/contract/shared/call'
import { lockRequestOfPayment } from '#contexts/funds/payment-gateway/payment-gateway.ts'
import { classifyMoney, lockMoney, moneyOfRow, readMoney, readMoneyOfRow, type SuspenseItem } from '#contexts/funds/suspense/suspense.ts'
import { type Administrator, type NotExecutable, refuseOwnMoney, whyNotExecutable } from '#contexts/system/approvals/approvals.ts'
import { type Reader, type Tx, violatesConstraint } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { jakartaDayOf } from '#shared/clock.ts'
import { senOf } from '#shared/money/sen.ts'
import type { Word } from './allocate.ts'
import { moneyBecame, rowBecame, unlessImportedBefore, wasExplained } from './imported-before.ts'
import { type Finding, type LockedRow, lockRow, writeFinding } from './locked-row.ts'
import type { MatchDeps } from './match.ts'
import { isEndWithinSoloLimit, isNoteWithinSoloLimit, type NotedRow, requestEnd, requestNote } from './suspense-command.ts'
import { lockUnbookedReturn } from './unbooked-return.ts'

type Asked = Pick<BodyOf<typeof bankStatementCalls.explain>, 'kind' | 'reference'>

/**
 * An administrator explains a row by an existing booking of the same bank and sum, or notes that the money is not the platform's. Nothing is booked,
 * except that the suspense money of the row, if any, leaves the books. Sums above a limit need a second administrator, except where an existing
 * booking explains a row that is not in suspense.
 */
export const classifyStatement = (
  deps: MatchDeps,
  by: Administrator,
  id: bigint,
  asked: Asked & { reason: string },
): Promise<'done' | 'approval_requested'> =>
  unlessImportedBefore(() => explainAnew(deps, by, id, asked), {
    deps,
    look: () => rowBecame(deps, id),
    isSameDecision: wasExplained(asked.kind, asked.reference, { by, reason: asked.reason }),
  })

async function explainAnew(
  deps: MatchDeps,
  by: Administrator,
  id: bigint,
  { kind, reference, reason }: Asked & { reason: string },
): Promise<'done' | 'approval_requested'> {
  const money = await readMoneyOfRow(deps.db.read, id)
  const noted = money === null && kind === 'noted' ? await readNotedRow(deps.db.read, id) : null
  const alone = noted === null ? await isEndWithinSoloLimit(deps, by, money) : await isNoteWithinSoloLimit(deps, by, noted)
  const stopped = await explainRow(deps, id, { kind, reference }, { by, reason, alone, approval: null })
  if (stopped === null) return 'done'
  if (stopped === 'own-money') return refuseOwnMoney(deps.audit, { event: 'statement.explain_refused', by, subject: id })
  if (noted !== null) await requestNote(deps, by, noted, reason)
  else if (money !== null) await requestEnd(deps, by, money, { kind, reference }, reason)
  // The row entered suspense after it was read, so the administrator did not know that when he decided.
  else throw new Refusal('statement.taken')
  return 'approval_requested'
}

async function readNotedRow(read: Reader, id: bigint): Promise<NotedRow> {
  const columns = ['bank_code', 'amount', 'happened_at'] as const
  const row = await read.selectFrom('bank_statement').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.statement')
  const sen = senOf(row.amount)
  const amount = (sen + (sen < 0n ? -99n : 99n)) / 100n
  return { id, bank: row.bank_code as BankCode, amount, day: jakartaDayOf(row.happened_at) }
}

/** Notes the row after the approval of a second administrator. Returns null if it was executed. */
export const noteApproved = (deps: MatchDeps, id: bigint, word: Word): Promise<NotExecutable | null> =>
  explainRow(deps, id, { kind: 'noted', reference: undefined }, word)

/** Releases suspense money that is not the platform's: the row or payment stays stored, and the money leaves the books. */
export const releaseSuspense = (deps: MatchDeps, by: Administrator, id: bigint, reason: string): Promise<'done' | 'approval_requested'> =>
  unlessImportedBefore(() => releaseOnce(deps, by, id, reason), {
    deps,
    look: () => moneyBecame(deps, id),
    isSameDecision: wasExplained('noted', undefined, { by, reason }),
  })

async function releaseOnce(deps: MatchDeps, by: Administrator, id: bigint, reason: string): Promise<'done' | 'approval_requested'> {
  const money = await readMoney(deps.db.read, id)
  const command = { kind: 'noted' as const }
  const stopped = await takeOut(deps, money, command, { by, reason, alone: await isEndWithinSoloLimit(deps, by, money), approval: null })
  if (stopped === null) return 'done'
  if (stopped === 'own-money') return refuseOwnClassification(deps, id, by)
  await requestEnd(deps, by, money, command, reason)
  return 'approval_requested'
}

/** The audit row has the number of the suspense money; a refusal in `classifyStatement` is audited with the number of the bank row. */
export const refuseOwnClassification = ({ audit }: MatchDeps, id: bigint, by: Administrator): Promise<never> =>
  refuseOwnMoney(audit, { event: 'unmatched.explain_refused', by, subject: id })

/** Returns null if the decision was executed, otherwise the reason why it was not. */
export const takeOut = (deps: MatchDeps, money: SuspenseItem, asked: Asked, word: Word): Promise<NotExecutable | null> =>
  money.statementId === null ? releasePayment(deps, money, word) : explainRow(deps, money.statementId, asked, word)

function releasePayment(
  { db, audit }: MatchDeps,
  seen: SuspenseItem,
  { by, reason, alone, approval }: Word,
): Promise<NotExecutable | null> {
  const { id } = seen
  return db.transaction(async (tx) => {
    const parties = await payersOf(tx, seen.paymentId)
    const money = await lockMoney(tx, id)
    const why = await whyNotExecutable(tx, { memberId: by.memberId, approval, parties, needsSecond: !alone })
    if (why !== null) return why
    await classifyMoney(tx, money, by, reason)
    const after = { amount: money.amount, ...(approval && { askedby: approval.askedBy }) }
    await audit.record(tx, { event: 'unmatched.released', by, subject: id, after, reason })
    return null
  })
}

/** The member whose request at the provider was paid; locks that request. Empty if no request of ours has the payment's reference. */
export async function payersOf(tx: Tx, paymentId: bigint | null): Promise<bigint[]> {
  const request = paymentId === null ? undefined : await lockRequestOfPayment(tx, paymentId)
  return request === undefined ? [] : [request.member_id]
}

function explainRow(
  { db, audit }: MatchDeps,
  id: bigint,
  { kind, reference }: Asked,
  { by, reason, alone, approval }: Word,
): Promise<NotExecutable | null> {
  return db
    .transaction(async (tx) => {
      const row = await lockRow(tx, id)
      if (row.explained !== 'new' && row.explained !== 'unmatched') throw new Refusal('statement.taken')
      const money = await moneyOfRow(tx, id)
      const { finding, parties } = await findingOf(tx, row, { kind, reference }, reason)
      const why = await whyNotExecutable(tx, {
        memberId: by.memberId,
        approval,
        parties,
        needsSecond: (money !== null || kind === 'noted') && !alone,
      })
      if (why !== null) return why
      await writeFinding(tx, id, finding, by)
      if (money) await classifyMoney(tx, money, by, reason)
      const after = { kind, reference: reference ?? null, ...(approval && { askedby: approval.askedBy }) }
      await audit.record(tx, { event: 'statement.explained', by, subject: id, after, reason })
      return null
    })
    .catch((error: unknown) => {
      throw violatesConstraint(error, 'statement_explains_once') ? new Refusal('statement.taken') : error
    })
}

async function findingOf(
  tx: Tx,
  row: LockedRow,
  { kind, reference }: Asked,
  why: string,
): Promise<{ finding: Finding; parties: bigint[] }> {
  if (kind === 'noted' || reference === undefined) return { finding: { explained: 'noted', why }, parties: [] }
  const found = await bookedOf(tx, row, kind, reference)
  if (!found) throw new Refusal('statement.no_match')
  return { finding: { explained: kind, about: reference, why }, parties: found.member_id === null ? [] : [found.member_id] }
}

// — Booked

type Kind = Exclude<(typeof explainedByHand)[number], 'noted'>

interface Booked {
  /** The member who owns the booked money; null if it is the platform's own. */
  member_id: bigint | null
}

type LookUp = (tx: Tx, row: LockedRow, amount: bigint, id: bigint) => Promise<Booked | undefined>

const ofPlatform = (found: { id: bigint } | undefined): Booked | undefined => found && { member_id: null }

/** The queries for the booking of each kind. The booking must have the bank, the sum and the direction of the row. */
const lookUp: Record<Kind, LookUp> = {
  deposit: (tx, { bank_code }, amount, id) =>
    tx
      .selectFrom('top_up')
      .select('member_id')
      .where('id', '=', id)
      .where('cash_code', '=', bank_code)
      // Tickets that are paid at the provider also have the code of a bank, so they are excluded here.
      .where('channel', '=', 'transfer')
      .where('received', '=', amount)
      .where('state', '=', 2)
      .forUpdate()
      .executeTakeFirst(),
  /**
   * For money out, the cash-out must have been paid by this bank; for money in, it must have been returned by this bank. A cash-out whose money left
   * and came back without a booking explains both of its rows.
   */
  cash_out: async (tx, row, amount, id) =>
    (await tx
      .selectFrom('cash_out')
      .select('member_id')
      .where('id', '=', id)
      .where('paid_from', '=', row.bank_code)
      .where('amount', '=', amount < 0n ? -amount : amount)
      .where(amount < 0n ? 'paid_at' : 'returned_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()) ?? lockUnbookedReturn(tx, row, amount, id),
  cash_transfer: async (tx, { bank_code }, amount, id) =>
    ofPlatform(
      await tx
        .selectFrom('cash_transfer')
        .select('id')
        .where('id', '=', id)
        .where(amount < 0n ? 'from_code' : 'to_code', '=', bank_code)
        .where('amount', '=', amount < 0n ? -amount : amount)
        .executeTakeFirst(),
    ),
  correction: async (tx, { bank_code }, amount, id) =>
    ofPlatform(
      await tx
        .selectFrom('cash_correction')
        .select('id')
        .where('id', '=', id)
        .where('cash_code', '=', bank_code)
        .where('amount', '=', amount)
        .executeTakeFirst(),
    ),
}

/** The existing booking that this row may show. */
const bookedOf = async (tx: Tx, row: LockedRow, kind: Kind, id: bigint): Promise<Booked | undefined> =>
  row.amount === null ? undefined : lookUp[kind](tx, row, row.amount, id)
