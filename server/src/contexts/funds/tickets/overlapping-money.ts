import type { TicketState } from '@lapak/contract/shared/ticket-states'
import { freeRow, giveMoney, lockRow, openRowOf, rowOfTicket, takeRow } from '#contexts/funds/bank-statements/bank-statements.ts'
import {
  freePayment,
  lockPayment,
  lockRequestsOfTicket,
  paymentOfTicket,
  refuseCountedPayment,
  type Topup,
} from '#contexts/funds/payment-gateway/payment-gateway.ts'
import type { HeldMoney } from '#contexts/funds/suspense/suspense.ts'
import type { Actor } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { TicketNow } from './locked-ticket.ts'
import type { Wanted } from './wanted.ts'

/** What the bank's statement or the provider knows of a ticket: at most one of both. */
interface Overlap {
  /** The row of the bank. */
  row: bigint | null
  payment: bigint | null
}

/** The same while it is held. */
export interface OverlappingMoney extends Overlap {
  /** Money that waited for it, by which it is paid; null where an administrator's word alone says so. */
  waiting: HeldMoney | null
  /** After the step, in its transaction. */
  settle(by: Actor, reason: string): Promise<void>
}

const nothingKnown: OverlappingMoney = { row: null, payment: null, waiting: null, settle: async () => undefined }

/**
 * The row or payment of the money that waits for just this ticket, or that the ticket was paid with. They are held before tickets, so it is
 * looked for before the ticket is held, and once more after that: whoever holds the ticket meanwhile may have found, told or taken it.
 */
export async function readOverlap(read: Reader, { id, kind, channel }: TicketNow, to: TicketState): Promise<Overlap> {
  if (kind === 0 && to === 4) {
    const row = await rowOfTicket(read, id)
    return { row, payment: row === null ? await paymentOfTicket(read, id) : null }
  }
  return { row: channel === 'transfer' && to === 2 ? await openRowOf(read, id) : null, payment: null }
}

export const isSame = (one: Overlap, other: Overlap): boolean => one.row === other.row && one.payment === other.payment

/**
 * Money that waits for the ticket is taken by its approval, so that it does not count twice; money that the statement or the provider has shown is there
 * all the same when the ticket is taken back, and waits for its right owner.
 */
export async function lockOverlappingMoney(tx: Tx, ticket: TicketNow, to: TicketState): Promise<OverlappingMoney> {
  const { row, payment } = await readOverlap(tx, ticket, to)
  if (payment !== null) {
    await lockPayment(tx, payment)
    return { ...nothingKnown, payment, settle: () => freePayment(tx, payment, ticket.cashCode) }
  }
  const topup = atProvider(ticket, to)
  if (topup) await lockRequestsOfTicket(tx, topup)
  if (row === null) return nothingKnown
  if (to === 4) {
    await lockRow(tx, row)
    return { ...nothingKnown, row, settle: (by) => freeRow(tx, row, by, 'tiketnya dibatalkan admin') }
  }
  const money = await takeRow(tx, row)
  if (!money) return nothingKnown
  return {
    ...nothingKnown,
    row,
    waiting: money,
    settle: (by, reason) => giveMoney(tx, money, { ticket: ticket.id, by, reason, why: 'disetujui admin bersama tiketnya' }),
  }
}

/**
 * Who approves what is paid at the provider says that the money came; where it is in the books already, that is refused. Both are held. Answers the
 * ticket of a payment that was credited beside it, which whoever approves has named.
 */
export async function refuseCountedMoney(
  tx: Tx,
  installation: string,
  ticket: TicketNow,
  { to, beside = null }: Pick<Wanted, 'to' | 'beside'>,
): Promise<bigint | null> {
  const topup = atProvider(ticket, to)
  return topup && refuseCountedPayment(tx, installation, topup, beside)
}

const atProvider = ({ id, memberId, channel, amount }: TicketNow, to: TicketState): Topup | null =>
  to === 2 && channel !== null && channel !== 'transfer' ? { id, memberId, channel, amount } : null
