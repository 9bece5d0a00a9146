import type { Explanation } from '@lapak/contract/funds/bank-statements'
import type { BankCode } from '@lapak/contract/shared/banks'
import type { Selectable } from 'kysely'
import { openRequests } from '#contexts/system/approvals/approvals.ts'
import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import { asLocked, type Locked } from '#db/locked.ts'
import type { BankStatement } from '#db/schema.ts'
import { Refusal } from '#http/refusal.ts'
import { senOf, wholeRupiah } from '#shared/money/sen.ts'

type Stored = Selectable<BankStatement>

/** A row of money in that the bank may have taken back. */
export interface ReversedCredit {
  id: bigint
  /** The ticket that it paid; null if its money is in suspense. */
  ticket: bigint | null
}

/** A locked bank row. Lock order: the bank row is locked before suspense money and before tickets. */
export type LockedRow = Locked<
  Omit<Stored, 'bank_code' | 'amount' | 'explained'> & {
    bank_code: BankCode
    explained: Explanation
    /** Whole rupiah, positive for money in; null if the row has sen, which the books do not have. */
    amount: bigint | null
  }
>

export async function lockRow(tx: Tx, id: bigint): Promise<LockedRow> {
  const row = await tx.selectFrom('bank_statement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found.statement')
  return asLocked({
    ...row,
    bank_code: row.bank_code as BankCode,
    explained: row.explained as Explanation,
    amount: wholeRupiah(senOf(row.amount)),
  })
}

/** A row of money in, and the ticket that it is explained by. */
export interface CreditedRow {
  id: bigint
  bank_code: string
  /** Rupiah with sen, as it is stored. */
  amount: string
  ticket: bigint
}

/** The explanation of a row, and the reason for it. */
export type Finding =
  /**
   * For money out: `credited` is the row of another account whose ticket may have been paid with it, `reversed` the row of the same account that the bank
   * may have taken back by it.
   */
  | { explained: 'new' | 'unmatched'; why: string; credited?: CreditedRow | null; reversed?: ReversedCredit }
  | { explained: 'deposit' | 'cash_out' | 'cash_transfer' | 'correction'; about: bigint; why: string; credited?: CreditedRow | null }
  | { explained: 'noted'; why: string }

const isOpen = ({ explained }: Finding) => explained === 'new' || explained === 'unmatched'

/** Once a person decides about a row, it no longer counts as one that may be the same as another. */
export async function writeFinding(tx: Tx, id: bigint, finding: Finding, by: Actor): Promise<void> {
  await tx
    .updateTable('bank_statement')
    .set({
      explained: finding.explained,
      explained_id: 'about' in finding ? finding.about : null,
      explained_at: isOpen(finding) ? null : new Date(),
      explained_by: isOpen(finding) ? null : by.memberId,
      why: finding.why,
      ...(by.memberId !== null && { maybe_same_as: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Undoes the explanation of a row. After that, only administrators can explain the row. */
export async function reopenRow(tx: Tx, id: bigint, explained: 'new' | 'unmatched', by: Actor, why: string): Promise<void> {
  await tx
    .updateTable('bank_statement')
    .set({ explained, explained_id: null, explained_at: null, explained_by: by.memberId, maybe_same_as: null, why })
    .where('id', '=', id)
    .execute()
}

/**
 * Whether a second administrator is asked to note a row as not the platform's. As long as this is so, its money is neither credited nor made suspense
 * money, since the administrator who asked may have sent it back to its payer.
 */
export const isNoteAsked = async (tx: Tx, { id }: Pick<LockedRow, 'id'>): Promise<boolean> =>
  (await openRequests(tx, 'statement.note', id).select('id').executeTakeFirst()) !== undefined
