import type { CashCode } from '@lapak/contract/shared/banks'
import type { LedgerEvent } from '#db/schema.ts'
import { cashAccount, platformAccounts, walletAccount } from './chart.ts'

/**
 * One pure function per business event. Each function has the name of its event (those of suspense: `unmatched.…`) and returns balanced legs; none reads
 * or writes the database. The combination of event and `reference` is unique: an event is never booked twice. The event names are values of a
 * database type, so a new event needs a migration first.
 */

export interface Leg {
  account: bigint
  /** Whole rupiah; positive is a credit; never 0. */
  amount: bigint
}

export interface EntrySet {
  event: LedgerEvent
  reference: bigint
  legs: Leg[]
}

/** Creates an entry set without the legs of 0, which the database would refuse. */
function entrySet(event: LedgerEvent, reference: bigint, legs: Leg[]): EntrySet {
  return { event, reference, legs: legs.filter((leg) => leg.amount !== 0n) }
}

const transfer = (event: LedgerEvent, reference: bigint, from: bigint, to: bigint, amount: bigint): EntrySet =>
  entrySet(event, reference, [
    { account: from, amount: -amount },
    { account: to, amount },
  ])

/** A received top-up. The reference of its events is the ticket. */
export interface ReceivedTopUp {
  ticket: bigint
  member: bigint
  cash: CashCode
  received: bigint
  /** The part of the received sum that the platform keeps. */
  fee: bigint
}

/** Money arrived at a bank for a member. */
export const depositApproved = ({ ticket, member, cash, received, fee }: ReceivedTopUp): EntrySet =>
  entrySet('deposit.approved', ticket, [
    { account: cashAccount(cash), amount: -received },
    { account: walletAccount(member), amount: received - fee },
    { account: platformAccounts.feeIncome, amount: fee },
  ])

/** An approved deposit is taken back. If the member has spent the money, the posting is refused, because a wallet cannot go below zero. */
export const depositCancelled = ({ ticket, member, cash, received, fee }: ReceivedTopUp): EntrySet =>
  entrySet('deposit.cancelled', ticket, [
    { account: walletAccount(member), amount: -(received - fee) },
    { account: platformAccounts.feeIncome, amount: -fee },
    { account: cashAccount(cash), amount: received },
  ])

/** Money without an owner arrived at a bank. The reference is its `suspense_item`. */
export const suspenseReceived = (suspenseItem: bigint, cash: CashCode, amount: bigint): EntrySet =>
  transfer('unmatched.received', suspenseItem, cashAccount(cash), platformAccounts.suspense, amount)

/** The owner or the explanation of suspense money was found. The money goes back to the cash account, since the event that follows books it again. */
export const suspenseReleased = (suspenseItem: bigint, cash: CashCode, amount: bigint): EntrySet =>
  transfer('unmatched.released', suspenseItem, platformAccounts.suspense, cashAccount(cash), amount)

/** A purchase whose price is held. The reference of its events is the attempt: each attempt holds its price once and ends once. */
export interface HeldSale {
  attempt: bigint
  buyer: bigint
  price: bigint
}

const purchaseHeldEvent: LedgerEvent = 'purchase.held'

/** The price is held when an order is accepted. */
export const purchaseHeld = (sale: HeldSale): EntrySet =>
  transfer(purchaseHeldEvent, sale.attempt, walletAccount(sale.buyer), platformAccounts.salesInFlight, sale.price)

/**
 * The legs of `purchaseHeld` as SQL. The placer writes them for all orders of a batch. The columns of `rows` are set_id, attempt_id, buyer_id, price
 * and balance (the buyer's balance afterwards).
 */
export const purchaseHeldSql = (rows: string): string => `
      select set_id, leg, case leg when 1 then buyer_id else ${platformAccounts.salesInFlight} end, case leg when 1 then -price else price end,
        case leg when 1 then balance end, '${purchaseHeldEvent}'::ledger_event, attempt_id
      from (select held_order.*, unnest('{1,2}'::smallint[]) as leg from ${rows} held_order) side`

export const purchaseReleased = (sale: HeldSale): EntrySet =>
  transfer('purchase.released', sale.attempt, platformAccounts.salesInFlight, walletAccount(sale.buyer), sale.price)

/** A sale succeeded. `recovered` is the part of its proceeds that pays the seller's debt from earlier refunds. */
export const purchaseSettled = (sale: HeldSale & { seller: bigint; fee: bigint; recovered: bigint }): EntrySet =>
  entrySet('purchase.settled', sale.attempt, [
    { account: platformAccounts.salesInFlight, amount: -sale.price },
    { account: walletAccount(sale.seller), amount: sale.price - sale.fee - sale.recovered },
    { account: platformAccounts.feeIncome, amount: sale.fee },
    { account: platformAccounts.sellerReceivable, amount: sale.recovered },
  ])

/** A successful sale is refunded. The part that the seller's balance does not cover becomes a receivable. */
export const purchaseRefunded = (sale: HeldSale & { seller: bigint; fee: bigint; uncovered: bigint }): EntrySet =>
  entrySet('purchase.refunded', sale.attempt, [
    { account: walletAccount(sale.seller), amount: -(sale.price - sale.fee - sale.uncovered) },
    { account: platformAccounts.sellerReceivable, amount: -sale.uncovered },
    { account: platformAccounts.feeIncome, amount: -sale.fee },
    { account: walletAccount(sale.buyer), amount: sale.price },
  ])

/** A debt from refunds is paid from the seller's balance. The reference is the `debt_settlement`. */
export const debtSettled = (settlement: bigint, seller: bigint, amount: bigint): EntrySet =>
  transfer('debt.settled', settlement, walletAccount(seller), platformAccounts.sellerReceivable, amount)

export const cashOutRequested = (request: bigint, member: bigint, amount: bigint): EntrySet =>
  transfer('cash_out.requested', request, walletAccount(member), platformAccounts.cashOutsInFlight, amount)

export const cashOutPaid = (request: bigint, cash: CashCode, amount: bigint): EntrySet =>
  transfer('cash_out.paid', request, platformAccounts.cashOutsInFlight, cashAccount(cash), amount)

export const cashOutRejected = (request: bigint, member: bigint, amount: bigint): EntrySet =>
  transfer('cash_out.rejected', request, platformAccounts.cashOutsInFlight, walletAccount(member), amount)

export const cashOutReturned = (request: bigint, member: bigint, cash: CashCode, amount: bigint): EntrySet =>
  transfer('cash_out.returned', request, cashAccount(cash), walletAccount(member), amount)

/** Money moves between banks. The bank that sends the money is credited, since the account is an asset that decreases. */
export const cashTransferred = (reference: bigint, from: CashCode, to: CashCode, amount: bigint): EntrySet =>
  transfer('cash.transferred', reference, cashAccount(to), cashAccount(from), amount)

/** The contra account of a correction of a cash account. */
const correctionAccounts = {
  bank_fee: platformAccounts.gatewayCost,
  gateway_cost: platformAccounts.gatewayCost,
  tax: platformAccounts.gatewayCost,
  interest: platformAccounts.adjustments,
  rounding: platformAccounts.adjustments,
  loss: platformAccounts.adjustments,
} as const
export type CashCorrectionKind = keyof typeof correctionAccounts

/** The bank has more money than the books (positive amount) or less (negative amount). */
export const cashCorrected = (correction: bigint, cash: CashCode, kind: CashCorrectionKind, amount: bigint): EntrySet =>
  transfer('cash.corrected', correction, cashAccount(cash), correctionAccounts[kind], amount)

/** An adjustment by administrators; a positive amount credits the member. */
export const adjustmentBooked = (adjustment: bigint, member: bigint, amount: bigint): EntrySet =>
  transfer('adjustment.booked', adjustment, platformAccounts.adjustments, walletAccount(member), amount)
