import type { explainedByHand } from '@lapak/contract/funds/bank-statements'
import type { Tx } from '#db/db.ts'
import type { LockedRow } from './locked-row.ts'

type Kind = Exclude<(typeof explainedByHand)[number], 'noted'>

interface Booked {
  /** Whose money it is; null for the house's own. */
  member_id: bigint | null
}

type LookUp = (tx: Tx, row: LockedRow, amount: bigint, id: bigint) => Promise<Booked | undefined>

const ofPlatform = (found: { id: bigint } | undefined): Booked | undefined => found && { member_id: null }

/** Each of the bank and sum of the row, and in its direction. */
const lookUp: Record<Kind, LookUp> = {
  deposit: (tx, { bank_code }, amount, id) =>
    tx
      .selectFrom('top_up')
      .select('member_id')
      .where('id', '=', id)
      .where('cash_code', '=', bank_code)
      // What is paid at the provider counts as money of a bank too.
      .where('channel', '=', 'transfer')
      .where('received', '=', amount)
      .where('state', '=', 2)
      .forUpdate()
      .executeTakeFirst(),
  /** Paid, or come back from the bank. */
  cash_out: (tx, { bank_code }, amount, id) =>
    tx
      .selectFrom('cash_out')
      .select('member_id')
      .where('id', '=', id)
      .where('paid_from', '=', bank_code)
      .where('amount', '=', amount < 0n ? -amount : amount)
      .where(amount < 0n ? 'paid_at' : 'returned_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst(),
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

/** What is booked already and this row may show. */
export const bookedOf = async (tx: Tx, row: LockedRow, kind: Kind, id: bigint): Promise<Booked | undefined> =>
  row.amount === null ? undefined : lookUp[kind](tx, row, row.amount, id)
