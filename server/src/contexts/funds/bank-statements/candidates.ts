import type { CashCode } from '@lapak/contract/shared/banks'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import { isAfterTicket } from './after-ticket.ts'

/** The criteria for bookings that a bank row may show. A candidate has the bank and the sum of the row, and no other row shows it. */
export interface Wanted {
  bank: CashCode
  /** Whole rupiah, positive. */
  amount: bigint
  at: Date
  hasTime: boolean
}

const unshown = (kind: 'deposit' | 'cash_out' | 'cash_transfer', id: string, incoming: boolean) =>
  sql<boolean>`not exists (
    select from bank_statement shown
    where shown.explained = ${kind} and shown.explained_id = ${sql.ref(id)} and (shown.amount > 0) = ${incoming}
  )`

/** A ticket of a member. */
export interface Booking {
  id: bigint
  member_id: bigint
}

/** The open ticket for a transfer of this sum to this bank. There is at most one, because no two open transfers have the same bank and sum. */
export const openTransfer = (read: Reader, { bank, amount }: Pick<Wanted, 'bank' | 'amount'>) =>
  read
    .selectFrom('top_up')
    .select(['id', 'member_id'])
    .where('cash_code', '=', bank)
    .where('nominal', '=', amount)
    .where('channel', '=', 'transfer')
    .where('state', 'in', [0, 1])

/** Locks the open ticket and also returns whether it existed before the money of the bank row came. */
export const openTicket = (tx: Tx, { at, hasTime, ...wanted }: Wanted) =>
  openTransfer(tx, wanted)
    .select(isAfterTicket({ at: sql`${at}::timestamptz`, hasTime: sql`${hasTime}::boolean` }, sql.ref('created_at')).as('was_there'))
    .forUpdate()
    .executeTakeFirst()

const handDays = 7

/**
 * Tickets that an administrator approved by hand before the bank row of their money came. The days are counted from the time of the row, which may be
 * stored much later: by a file, or after an outage of the feed. At most two are read, because two tickets are already ambiguous.
 */
export const approvedByHand = (tx: Tx, { bank, amount, at }: Wanted): Promise<Booking[]> =>
  tx
    .selectFrom('top_up')
    .select(['id', 'member_id'])
    .where('cash_code', '=', bank)
    // In an approval by hand, the administrator states that exactly this sum came.
    .where('nominal', '=', amount)
    .where('received', '=', amount)
    .where('channel', '=', 'transfer')
    .where('state', '=', 2)
    .where('how', '=', 'admin')
    .where('approved_at', '>', sql<Date>`${at}::timestamptz - ${handDays} * interval '1 day'`)
    // A ticket that did not exist when the money came may have its sum by chance, so an administrator decides.
    .where('created_at', '<', sql<Date>`${at}::timestamptz + interval '1 day'`)
    .where(unshown('deposit', 'top_up.id', true))
    .orderBy('id')
    .limit(2)
    .forUpdate()
    .execute()

/** Money that an administrator is about to credit. */
export interface MoneyToCredit {
  /** The member who gets it. */
  memberId: bigint
  bank: CashCode
  channel: string
  amount: bigint
  /** When it came, by the bank's or the provider's own clock. */
  at: Date
  /** True if its bank and sum are exactly those of the ticket that gets it. */
  isExact: boolean
}

const countedDays = 30

/** More candidates than an administrator can compare. */
export const candidatesMax = 50

/**
 * The top-ups that an administrator approved by hand and that may already count this money, the most similar sum first, since neither a bank row nor a
 * payment shows where the money of each is: a top-up of the same member, whatever its channel, bank and sum, or of anybody with exactly the sum of this
 * transfer. Money of exactly the sum of the ticket that gets it can only be confused with the latter. Whoever approves by hand has seen the money, or expects it within some days, so
 * an approval long before the money came is about other money. How long ago both were does not matter: rows are stored late, and suspense money waits.
 */
export const perhapsCounted = (read: Reader, money: MoneyToCredit) =>
  countedBefore(read, money)
    .select(['id', 'received'])
    .orderBy(sql`abs(received - ${money.amount})`)
    .orderBy('id', 'desc')
    .limit(candidatesMax)
    .execute()

/** The one of all these top-ups that was credited last. */
export const lastCounted = (read: Reader, money: MoneyToCredit) =>
  countedBefore(read, money).select('id').orderBy('approved_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()

const countedBefore = (read: Reader, { memberId, bank, channel, amount, at, isExact }: MoneyToCredit) =>
  read
    .selectFrom('top_up')
    .where((eb) =>
      eb.or([
        ...(isExact ? [] : [eb('member_id', '=', memberId)]),
        ...(channel === 'transfer'
          ? [eb.and([eb('channel', '=', 'transfer'), eb('cash_code', '=', bank), eb('received', '=', amount)])]
          : []),
      ]),
    )
    .where('state', '=', 2)
    .where('how', '=', 'admin')
    .where('approved_at', '>', sql<Date>`${at}::timestamptz - ${countedDays} * interval '1 day'`)
    .where(unshown('deposit', 'top_up.id', true))
    .where(sql<boolean>`not exists (select from gateway_payment where top_up_id = top_up.id)`)

/** The latest unpaid ticket of this sum that ended. It helps an administrator to find the payer. */
export const endedTicket = (tx: Tx, { bank, amount }: Wanted) =>
  tx
    .selectFrom('top_up')
    .select(['id', 'ended_at'])
    .where('cash_code', '=', bank)
    .where('nominal', '=', amount)
    .where('channel', '=', 'transfer')
    .where('state', 'in', [3, 4])
    .where('approved_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()

const nearDays = 3

/** The cash transfer between the platform's own accounts around that time; null if none or several match. */
export async function ownTransfer(tx: Tx, { bank, amount, at }: Wanted, incoming: boolean): Promise<bigint | null> {
  const found = await tx
    .selectFrom('cash_transfer')
    .select('id')
    .where(incoming ? 'to_code' : 'from_code', '=', bank)
    .where('amount', '=', amount)
    .where('created_at', '>', sql<Date>`${at}::timestamptz - ${nearDays} * interval '1 day'`)
    .where('created_at', '<', sql<Date>`${at}::timestamptz + ${nearDays + 1} * interval '1 day'`)
    .where(unshown('cash_transfer', 'cash_transfer.id', incoming))
    .limit(2)
    .execute()
  return onlyOne(found)?.id ?? null
}

/**
 * The booked cash transfers of this sum around that time whose money no row shows arriving. The money of each may come to another account than the
 * booked one, and there may be several such transfers: the row that comes belongs to none of them for certain.
 */
export const unseenTransfers = (tx: Tx, { amount, at }: Pick<Wanted, 'amount' | 'at'>) =>
  tx
    .selectFrom('cash_transfer')
    .select('id')
    .where('amount', '=', amount)
    .where('created_at', '>', sql<Date>`${at}::timestamptz - ${nearDays} * interval '1 day'`)
    .where('created_at', '<', sql<Date>`${at}::timestamptz + ${nearDays + 1} * interval '1 day'`)
    .where(unshown('cash_transfer', 'cash_transfer.id', true))
    .orderBy('id')
    .limit(candidatesMax)
    .execute()

/** Whether a row shows the money of this cash transfer arriving. */
export const isArrivalShown = async (tx: Tx, transfer: bigint): Promise<boolean> =>
  (await tx
    .selectFrom('bank_statement')
    .select('id')
    .where('explained', '=', 'cash_transfer')
    .where('explained_id', '=', transfer)
    .where(sql<boolean>`amount > 0`)
    .executeTakeFirst()) !== undefined

/**
 * The payment provider's settlement (a cash transfer to a bank of the platform) that a row in suspense shows. A customer's money can have the same
 * sum as a cash transfer, so cash transfers from other accounts are left to an administrator. If two rows in suspense have this sum, they are left to
 * an administrator, too.
 */
export async function settledByProvider(tx: Tx, wanted: Wanted): Promise<bigint | null> {
  const waiting = await tx
    .selectFrom('bank_statement')
    .select('id')
    .where('bank_code', '=', wanted.bank)
    .where('amount', '=', String(wanted.amount))
    .where('explained', '=', 'unmatched')
    .limit(2)
    .execute()
  const moved = onlyOne(waiting) === null ? null : await ownTransfer(tx, wanted, true)
  if (moved === null) return null
  const { from_code } = await tx.selectFrom('cash_transfer').select('from_code').where('id', '=', moved).executeTakeFirstOrThrow()
  return from_code === '06' ? moved : null
}

/** The cash-out that was paid around that time; null if none or several match. */
export async function paidCashOut(tx: Tx, { bank, amount, at }: Wanted): Promise<Booking | null> {
  const found = await tx
    .selectFrom('cash_out')
    .select(['id', 'member_id'])
    .where('paid_from', '=', bank)
    .where('amount', '=', amount)
    .where('paid_at', '>', sql<Date>`${at}::timestamptz - ${nearDays} * interval '1 day'`)
    .where('paid_at', '<', sql<Date>`${at}::timestamptz + ${nearDays + 1} * interval '1 day'`)
    .where(unshown('cash_out', 'cash_out.id', false))
    .limit(2)
    .execute()
  return onlyOne(found)
}

const returnDays = 30

/**
 * Whether the money of a paid cash-out may have left this bank. Where no row shows it leave, the bank that was recorded is certain only if it is not
 * the bank of the member's account, which is recorded if the administrator names none.
 */
export const mayHavePaidFrom = (bank: RawBuilder<unknown>) => sql<boolean>`(
  cash_out.paid_from = ${bank} or (cash_out.paid_from = cash_out.bank_code and not exists (
    select from bank_statement sent where sent.explained = 'cash_out' and sent.explained_id = cash_out.id and sent.amount < 0
  )))`

/**
 * The cash-outs of the sum of this row, the newest first, whose money the bank may have sent back, and of which no row shows the return: sent by hand
 * from this bank; or being processed, or rejected while they were processed, and perhaps sent from any bank without a record of the payment. The
 * administrator may have sent the money long before the payment was recorded.
 */
export const perhapsReturned = (read: Reader, { bank, amount, at }: Wanted) =>
  read
    .selectFrom('cash_out')
    .select('id')
    .where('amount', '=', amount)
    .where((eb) => {
      const recently = sql<Date>`${at}::timestamptz - ${returnDays} * interval '1 day'`
      return eb.or([
        eb.and([mayHavePaidFrom(sql`${bank}`), eb('paid_how', '=', 'hand'), eb('paid_at', '>', recently)]),
        eb('state', '=', 1),
        eb.and([eb('state', '=', 3), eb('processed_at', 'is not', null), eb('ended_at', '>', recently)]),
      ])
    })
    .where(sql<boolean>`coalesce(processed_at, created_at) < ${at}::timestamptz + interval '1 day'`)
    .where(unshown('cash_out', 'cash_out.id', true))
    .orderBy('id', 'desc')
    .limit(candidatesMax)
    .execute()

export const onlyOne = <Row>(found: readonly Row[]): Row | null => (found.length === 1 ? (found[0] ?? null) : null)
