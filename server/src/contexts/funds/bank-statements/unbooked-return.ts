import { sql } from 'kysely'
import { classifyMoney, moneyOfRow, readMoneyOfRow, type WaitingMoney } from '#contexts/funds/suspense/suspense.ts'
import { type Administrator, type NotExecutable, refuseOwnMoney, whyNotExecutable } from '#contexts/system/approvals/approvals.ts'
import { type Reader, type Tx, violatesConstraint } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import type { Word } from './allocate.ts'
import { mayHaveLeft } from './candidates.ts'
import { rowBecame, unlessImportedBefore, wasExplained } from './imported-before.ts'
import { type LockedRow, lockRow, writeFinding } from './locked-row.ts'
import type { MatchDeps } from './match.ts'
import { mayBeReturn } from './rows-of-tickets.ts'
import { isEndWithinSoloLimit, requestEnd } from './suspense-command.ts'

/*
 * The money of a cash-out left a bank and came back, and that bank's account in the books shows neither: the cash-out was rejected before anybody
 * recorded that it had been sent, or it was recorded as paid from the bank of the member's account. The two rows cancel each other out, so each is
 * explained by the cash-out, and nothing is booked; the row that came in leaves suspense. It is explained first: the row that went out would be a loss
 * without it.
 */

interface Row {
  bank: string
  /** Positive for money in. */
  amount: bigint
}

/** The cash-outs that may explain a row in this way. */
export const unbookedReturns = (read: Reader, { bank, amount }: Row) =>
  read
    .selectFrom('cash_out')
    .where('cash_out.amount', '=', amount < 0n ? -amount : amount)
    .where((eb) =>
      eb.or([
        eb.and([eb('cash_out.state', '=', 3), eb('cash_out.processed_at', 'is not', null)]),
        eb.and([
          eb('cash_out.returned_at', 'is not', null),
          eb('cash_out.paid_how', '=', 'hand'),
          eb('cash_out.paid_from', '<>', bank),
          mayHaveLeft(sql`${bank}`),
        ]),
      ]),
    )
    .$if(amount < 0n, (cashOuts) =>
      cashOuts.where((eb) =>
        eb.exists(
          eb
            .selectFrom('bank_statement as back')
            .select('back.id')
            .where('back.explained', '=', 'cash_out')
            .whereRef('back.explained_id', '=', 'cash_out.id')
            .where('back.bank_code', '=', bank)
            .where(sql<boolean>`back.amount > 0`),
        ),
      ),
    )

/** Whether the row is at a bank whose account shows no payment of this cash-out, so that only an unbooked return can explain it. */
export async function isUnbooked(read: Reader, rowId: bigint, cashOut: bigint): Promise<boolean> {
  const found = await read
    .selectFrom('cash_out')
    .innerJoin('bank_statement as row', (join) => join.on('row.id', '=', rowId))
    .select('cash_out.id')
    .where('cash_out.id', '=', cashOut)
    .where(sql<boolean>`cash_out.paid_from is distinct from row.bank_code`)
    .executeTakeFirst()
  return found !== undefined
}

/** An administrator explains a row by an unbooked return. From a limit on, suspense money needs a second administrator, as in `classifyStatement`. */
export const explainUnbookedReturn = (
  deps: MatchDeps,
  by: Administrator,
  id: bigint,
  { reference, reason }: { reference: bigint; reason: string },
): Promise<'done' | 'approval_requested'> =>
  unlessImportedBefore(
    async () => {
      const money = await readMoneyOfRow(deps.db.read, id)
      const word = { by, reason, alone: await isEndWithinSoloLimit(deps, by, money), approval: null }
      const stopped = await explainRow(deps, id, reference, word)
      if (stopped === null) return 'done'
      if (stopped === 'own-money') return refuseOwnMoney(deps.audit, { event: 'statement.explain_refused', by, subject: id })
      // The row entered suspense after it was read, so the administrator did not know that when he decided.
      if (money === null) throw new Refusal('statement.taken')
      await requestEnd(deps, by, money, { kind: 'cash_out', reference }, reason)
      return 'approval_requested'
    },
    { deps, look: () => rowBecame(deps, id), isSameDecision: wasExplained('cash_out', reference, { by, reason }) },
  )

/** Executes the explanation after the approval of a second administrator. Returns null if it was executed, otherwise the reason why it was not. */
export function takeOutUnbookedReturn(deps: MatchDeps, money: WaitingMoney, reference: bigint, word: Word): Promise<NotExecutable | null> {
  if (money.statementId === null) throw new Refusal('statement.no_match')
  return explainRow(deps, money.statementId, reference, word)
}

/** Lock order: the bank row, its suspense money, the cash-out. */
function explainRow(
  { db, audit }: MatchDeps,
  id: bigint,
  reference: bigint,
  { by, reason, alone, approval }: Word,
): Promise<NotExecutable | null> {
  return db
    .transaction(async (tx) => {
      const row = await lockRow(tx, id)
      if (row.explained !== 'new' && row.explained !== 'unmatched') throw new Refusal('statement.taken')
      const money = await moneyOfRow(tx, id)
      // Money in that is not in suspense, such as a row that may be a duplicate, is reopened first: then its sum counts against the solo limit.
      if (money === null && row.amount !== null && row.amount > 0n) throw new Refusal('statement.no_match')
      const owner = await lockUnbookedReturn(tx, row, reference)
      const why = await whyNotExecutable(tx, { memberId: by.memberId, approval, parties: [owner], needsSecond: money !== null && !alone })
      if (why !== null) return why
      await writeFinding(tx, id, { explained: 'cash_out', about: reference, why: reason }, by)
      if (money) await classifyMoney(tx, money, by, reason)
      const after = { kind: 'cash_out', reference, ...(approval && { askedby: approval.askedBy }) }
      await audit.record(tx, { event: 'statement.explained', by, subject: id, after, reason })
      return null
    })
    .catch((error: unknown) => {
      throw violatesConstraint(error, 'statement_explains_once') ? new Refusal('statement.taken') : error
    })
}

/** Locks the cash-out, so that its other row is not reopened at the same time, and returns its member. */
async function lockUnbookedReturn(tx: Tx, { id, bank_code: bank, amount }: LockedRow, reference: bigint): Promise<bigint> {
  await lockCashOut(tx, reference)
  const found =
    amount === null
      ? undefined
      : await unbookedReturns(tx, { bank, amount })
          .innerJoin('bank_statement', (join) => join.on('bank_statement.id', '=', id))
          .select('cash_out.member_id')
          .where('cash_out.id', '=', reference)
          .where(mayBeReturn)
          .executeTakeFirst()
  if (!found) throw new Refusal('statement.no_match')
  return found.member_id
}

const lockCashOut = (tx: Tx, id: bigint) => tx.selectFrom('cash_out').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** Refuses to reopen the row that came in while the row that went out is explained by it. */
export async function refuseOpenReturn(tx: Tx, { explained, explained_id, amount, bank_code }: LockedRow): Promise<void> {
  if (explained !== 'cash_out' || explained_id === null || amount === null || amount < 0n) return
  await lockCashOut(tx, explained_id)
  const sent = await tx
    .selectFrom('bank_statement')
    .innerJoin('cash_out', 'cash_out.id', 'bank_statement.explained_id')
    .select('bank_statement.id')
    .where('explained', '=', 'cash_out')
    .where('explained_id', '=', explained_id)
    .where(sql<boolean>`bank_statement.amount < 0`)
    .where('bank_statement.bank_code', '=', bank_code)
    .where(sql<boolean>`cash_out.paid_from is distinct from bank_statement.bank_code`)
    .executeTakeFirst()
  if (sent) throw new Refusal('statement.sent_first', { row: sent.id.toString() })
}
