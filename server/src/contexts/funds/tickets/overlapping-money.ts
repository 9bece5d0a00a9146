import type { TicketState } from '@lapak/contract/shared/ticket-states'
import {
  explainByReturn,
  freeRow,
  giveMoney,
  type LockedRow,
  lockRow,
  lockSums,
  openRowOf,
  rowOfReturn,
  rowOfTicket,
  takeRow,
} from '#contexts/funds/bank-statements/bank-statements.ts'
import {
  freePayment,
  lockPayment,
  lockRequestsOfTicket,
  paymentOfTicket,
  refuseCountedPayment,
} from '#contexts/funds/payment-gateway/payment-gateway.ts'
import type { LockedSuspenseItem } from '#contexts/funds/suspense/suspense.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Reader, Tx } from '#db/db.ts'
import type { TicketNow } from './locked-ticket.ts'
import { refuseUnseenCredits } from './overlapping-credits.ts'

/** The bank row or the payment at the provider that belongs to a ticket; at most one of the two is set. */
interface Overlap {
  row: bigint | null
  payment: bigint | null
}

/** The bank row or payment of a ticket, locked. */
export interface OverlappingMoney extends Overlap {
  /** The suspense money that pays the ticket; null if only the administrator's statement confirms the payment. */
  waiting: LockedSuspenseItem | null
  /** The locked bank row of that suspense money. */
  statement: LockedRow | null
  /** Runs after the step, in the transaction of the step. */
  settle(by: Actor, reason: string): Promise<void>
}

const nothingKnown: OverlappingMoney = { row: null, payment: null, waiting: null, statement: null, settle: async () => undefined }

/**
 * For an approval: the bank row of suspense money with exactly the ticket's bank and sum. For a reversal: the bank row or payment that paid the
 * ticket. For the return of a cash-out: the bank row of suspense money that shows it. Row and payment are locked before the ticket, so they are read before the ticket is locked and again after that: a concurrent transaction
 * may have changed them.
 */
export async function readOverlap(read: Reader, { id, kind, channel }: TicketNow, to: TicketState): Promise<Overlap> {
  if (kind === 0 && to === 4) {
    const row = await rowOfTicket(read, id)
    return { row, payment: row === null ? await paymentOfTicket(read, id) : null }
  }
  if (kind === 1) return { row: to === 4 ? await rowOfReturn(read, id) : null, payment: null }
  return { row: channel === 'transfer' && to === 2 ? await openRowOf(read, id) : null, payment: null }
}

export const isSame = (one: Overlap, other: Overlap): boolean => one.row === other.row && one.payment === other.payment

/**
 * Locks the money of a ticket. An approval uses up the suspense money of the ticket, so that the money is not counted twice. When a ticket is taken
 * back, the money of its bank row or payment becomes suspense money again.
 */
export async function lockOverlappingMoney(audit: Audit, tx: Tx, ticket: TicketNow, to: TicketState): Promise<OverlappingMoney> {
  const { row, payment } = await readOverlap(tx, ticket, to)
  if (payment !== null) {
    await lockPayment(tx, payment)
    return { ...nothingKnown, payment, settle: () => freePayment(audit, tx, payment, ticket.cashCode) }
  }
  if (ticket.kind === 0 && to === 2) await lockRequestsOfTicket(tx, ticket)
  if (row === null) return nothingKnown
  if (to === 4 && ticket.kind === 0) {
    await lockRow(tx, row)
    return { ...nothingKnown, row, settle: (by) => freeRow(audit, tx, row, { by, why: 'tiketnya dibatalkan admin' }) }
  }
  const { row: statement, money } = await takeRow(tx, row)
  if (!money) return nothingKnown
  if (ticket.kind === 1)
    return { ...nothingKnown, row, settle: (by, reason) => explainByReturn(tx, audit, money, { cashOut: ticket.id, by, reason }) }
  await lockSums(tx, money.amount)
  return {
    ...nothingKnown,
    row,
    waiting: money,
    statement,
    settle: (by, reason) => giveMoney(tx, money, { ticket: ticket.id, by, reason, why: 'disetujui admin bersama tiketnya' }),
  }
}

/**
 * Refuses the approval by hand of a ticket whose money may already be in the books: its payment at the provider, or other money that was credited to
 * the member, by whatever channel. The caller must hold the locks of the member's credits, of the ticket, and of the payment requests. Returns the
 * ticket of the other credited money that the administrator confirmed.
 */
export async function refuseCountedMoney(
  tx: Tx,
  installation: string,
  ticket: TicketNow,
  { to, seen }: { to: TicketState; seen: string | null },
): Promise<bigint | null> {
  const { id, kind, memberId, channel, amount } = ticket
  if (kind !== 0 || to !== 2) return null
  if (channel !== null && channel !== 'transfer') await refuseCountedPayment(tx, installation, { id, memberId, channel, amount })
  return refuseUnseenCredits(tx, installation, id, seen)
}
