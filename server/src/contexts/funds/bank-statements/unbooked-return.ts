import { sql } from 'kysely'
import { moneyOfRow } from '#contexts/funds/suspense/suspense.ts'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { mayHavePaidFrom } from './candidates.ts'
import type { LockedRow } from './locked-row.ts'
import { mayBeReturn } from './rows-of-tickets.ts'

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
          mayHavePaidFrom(sql`${bank}`),
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

/**
 * The member of the cash-out whose unbooked return this row shows; undefined if the row does not show it. Locks the cash-out, so that its other row is
 * not reopened at the same time. Lock order: the bank row, its suspense money, the cash-out.
 */
export async function lockUnbookedReturn(
  tx: Tx,
  { id, bank_code: bank }: LockedRow,
  amount: bigint,
  cashOut: bigint,
): Promise<{ member_id: bigint } | undefined> {
  // Money in that is not in suspense, such as a row that may be a duplicate, is reopened first: then its sum counts against the solo limit.
  if (amount > 0n && (await moneyOfRow(tx, id)) === null) return undefined
  await lockCashOut(tx, cashOut)
  return unbookedReturns(tx, { bank, amount })
    .innerJoin('bank_statement', (join) => join.on('bank_statement.id', '=', id))
    .select('cash_out.member_id')
    .where('cash_out.id', '=', cashOut)
    .where(mayBeReturn)
    .executeTakeFirst()
}

const lockCashOut = (tx: Tx, id: bigint) => tx.selectFrom('cash_out').select('id').where('id', '=', id).forUpdate().executeTakeFirst()

/** Refuses to reopen the row that came in while the row that went out is explained by it. */
export async function refuseToReopenReturn(tx: Tx, { explained, explained_id, amount, bank_code }: LockedRow): Promise<void> {
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
