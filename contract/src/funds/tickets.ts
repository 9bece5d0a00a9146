import { z } from 'zod'
import { bankCode, cashCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { moneyConfirmations, ticketConfirmations } from '../shared/money-confirmations.ts'
import { type TicketState, ticketState } from '../shared/ticket-states.ts'
import {
  downloadRowsMax,
  downloads,
  filter,
  jakartaDay,
  moment,
  pageOf,
  pageQuery,
  plainText,
  rowId,
  rowIdText,
  rupiah,
} from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'
import { topUpChannel } from './top-ups.ts'
import { paymentHistory } from './wallet.ts'

/** Administration of top-up and cash-out tickets. */

const stateText = z.enum(['0', '1', '2', '3', '4']).transform((text) => Number(text) as TicketState)

/** State of the payout of a cash-out at the payment provider. Until the payout has ended, administrators cannot pay or reject the cash-out. */
export const payoutStates = ['new', 'asking', 'unknown', 'waits', 'succeeded', 'failed', 'reversed'] as const

/**
 * What the provider reported about a payout after it had failed: it waits, is paid, was paid and sent back, or has a different amount. Until the
 * provider reports the failure again, administrators cannot decide about the cash-out.
 */
export const payoutContradictions = ['waits', 'succeeded', 'reversed', 'amount'] as const

const ticketPayout = z.object({
  reference: z.string(),
  state: z.enum(payoutStates),
  /** Why the payout failed, or why its state is unknown. */
  failure: z.string().nullable(),
  contradiction: z.enum(payoutContradictions).nullable(),
  /**
   * True when the provider has not known the payout, or has not reported on it, for a long time. An administrator may then mark the payout as never
   * made.
   */
  maybelost: z.boolean(),
  updateat: moment,
})
export type TicketPayout = z.output<typeof ticketPayout>

const adminTicket = paymentHistory.extend({
  memberid: rowId,
  email: z.string(),
  /** The cash account that received the money of a top-up, or from which a cash-out is paid. */
  cashcode: cashCode,
  fee: rupiah,
  /** True when the member has uploaded a proof of payment. */
  hasproof: z.boolean(),
  /** True when suspense money of exactly this amount exists in the same cash account. */
  matched: z.boolean(),
  /** True when the administrator who reads the ticket is its member. Another administrator must decide. */
  own: z.boolean(),
  /**
   * The approval that waits for a second administrator. `own` is true for the administrator who requested it. `lost` marks a payout as never made and
   * does not change the state of the ticket.
   */
  decision: z
    .object({
      id: rowId,
      to: ticketState,
      byprovider: z.boolean(),
      lost: z.boolean(),
      askedby: z.string(),
      reason: z.string(),
      own: z.boolean(),
    })
    .nullable(),
  /** The newest payout of a cash-out. */
  payout: ticketPayout.nullable(),
})
export type AdminTicket = z.output<typeof adminTicket>

const sums = z.object({ count: z.int(), amount: rupiah })

const situation = z.object({
  balance: rupiah,
  /** Amount of the requested cash-outs that are not paid yet. */
  inflight: rupiah,
  /** The member's debt from refunds of its sales. */
  debt: rupiah,
  /** Amount of the buyers' undecided claims on the member's sales, plus the share of recent sales that the platform holds back. */
  heldback: rupiah,
  claims: z.int(),
  /** By how much the debt and the held-back amount exceed the balance. While it is above zero, no cash-out is paid. */
  short: rupiah,
  blocked: z.boolean(),
  createat: moment,
  lastactiveat: moment.nullable(),
  phoneverified: z.boolean(),
  /** Top-ups and cash-outs of the last 90 days. */
  topups: sums,
  cashouts: sums,
  accounts: z.array(
    z.object({ bankname: z.string(), accountno: z.string(), accountname: z.string(), namadibank: z.string().nullable(), updateat: moment }),
  ),
})

const takenStep = z.object({
  to: ticketState,
  at: moment,
  /** The administrator or member of the step; null for an automatic step: by a bank statement, by the provider, or by a deadline. */
  by: z.string().nullable(),
})
export type TakenStep = z.output<typeof takenStep>

const ticketDetail = z.object({
  ticket: adminTicket,
  /** All steps of the ticket with their actors, oldest first. */
  steps: z.array(takenStep),
  /** Payment channel of a top-up; null for a cash-out. */
  channel: topUpChannel.nullable(),
  /**
   * Amount that the provider received and that does not match the ticket, for example because the sum differs. It is kept in suspense until its owner
   * is known.
   */
  waiting: rupiah.nullable(),
  /**
   * Payments or transfers of a different amount by the same member since about this ticket was created, with the invoices of all tickets through which
   * they were credited, the last one first.
   */
  beside: z.object({ invoice: z.string(), amount: rupiah }).nullable(),
  /**
   * For a cash-out that is being processed or paid by hand: a transfer of its sum to a bank that may have paid it, since it was requested, with the
   * invoice of the ticket through which the transfer was credited. It may be the money that the bank returned.
   */
  returnedin: z.object({ invoice: z.string(), amount: rupiah }).nullable(),
  /** URL path of the proof of payment, valid for this administrator. */
  proof: z.string().nullable(),
  /** Destination of a cash-out; null for a top-up. The account number is masked to its last digits, as in all answers of this file. */
  payto: z.object({ bankname: z.string(), accountno: z.string(), accountname: z.string(), namadibank: z.string().nullable() }).nullable(),
  /** Reason for the cash-out of a member that is not a seller. */
  kasus: z.string().nullable(),
  /** All payouts of a cash-out, the oldest first; empty for a top-up. The provider may still report about an earlier payout that failed. */
  payouts: z.array(ticketPayout),
  /** True when the provider can be asked now to pay the cash-out. */
  payable: z.boolean(),
  /** What the first administrator confirmed about the money, while the decision waits for a second one; null if nothing. */
  confirmed: ticketConfirmations.nullable(),
  /** True when the provider paid the cash-out. In this case only the provider reports that the bank returned the money; administrators cannot. */
  paidbyprovider: z.boolean(),
  situation,
})
export type TicketDetail = z.output<typeof ticketDetail>

const filters = {
  search: filter(plainText(100)),
  /** Filter by the code of the cash account; clients may use either field name (A-OPEN-09). */
  method: filter(cashCode),
  methode: filter(cashCode),
  status: filter(stateText),
  statustrx: filter(stateText),
  awal: filter(jakartaDay),
  akhir: filter(jakartaDay),
}

const sortable = ['id', 'paymenthistorydatetime', 'nominal', 'status', 'updateat'] as const

const ticketQuery = z.object(pageQuery(sortable, filters))
export type TicketQuery = z.output<typeof ticketQuery>

const sumQuery = z.object(filters)
export type TicketSumQuery = z.output<typeof sumQuery>

/**
 * Number and sum of three groups of tickets: those that are credited or paid (or have the state of the filter), those that wait, and those of each
 * state. Without a range of days, they are the tickets of today; waiting tickets are counted for all days.
 */
const ticketSums = z.object({
  jml: z.int(),
  amount: rupiah,
  pending: z.int(),
  pendingamount: rupiah,
  perstatus: z.array(z.object({ status: ticketState, jml: z.int(), amount: rupiah })),
})
export type TicketSums = z.output<typeof ticketSums>

const decideRefusals = [
  'not_found.ticket',
  'ticket.state',
  'ticket.money_gone',
  'ticket.payment_waits',
  'ticket.payment_given',
  'ticket.payment_beside',
  'deposit.spent',
  'deposit.below_fee',
  'account.closed',
  'decision.own_money',
  'decision.waits',
  'cash_out.decision_waits',
  'cash_out.payout_live',
  'cash_out.payout_contradicted',
  'cash_out.paid_by_provider',
  'cash_out.lacks',
  'cash_out.return_taken',
  'ticket.perhaps_returned',
  'ticket.perhaps_counted',
  'ticket.perhaps_own',
  'ticket.perhaps_restated',
  'ticket.perhaps_reversed',
] as const

/** Maximum number of tickets in one request. Each ticket is handled separately. */
export const matchedMax = 200

/** Maximum number of rows in the list. Further rows appear when these have ended. */
export const maybeLostMax = 200

export const ticketCalls = {
  sumCashin: call('GET', '/api/admin/v1/payment/sumcashin', {
    summary: 'Sum the top-ups of these days: credited, waiting, and per state',
    access: 'admin',
    query: sumQuery,
    data: ticketSums,
  }),
  sumCashout: call('GET', '/api/admin/v1/payment/sumcashout', {
    summary: 'Sum the cash-outs of these days: paid, waiting, and per state',
    access: 'admin',
    query: sumQuery,
    data: ticketSums,
  }),
  cashin: call('GET', '/api/admin/v1/payment/histories/0', {
    summary: 'List the top-ups of all members',
    access: 'admin',
    aboutMembers: true,
    query: ticketQuery,
    data: pageOf(adminTicket),
  }),
  cashout: call('GET', '/api/admin/v1/payment/histories/1', {
    summary: 'List the cash-outs of all members',
    access: 'admin',
    aboutMembers: true,
    query: ticketQuery,
    data: pageOf(adminTicket),
  }),
  cashinExport: call('GET', '/api/admin/v1/payment/histories/0/export', {
    summary: `Download the top-ups of the list in its order as CSV named cashin; at most ${downloadRowsMax}`,
    access: 'admin',
    aboutMembers: true,
    query: ticketQuery,
    csv: true,
    stepUp: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  cashoutExport: call('GET', '/api/admin/v1/payment/histories/1/export', {
    summary: `Download the cash-outs of the list in its order as CSV named cashout; at most ${downloadRowsMax}`,
    access: 'admin',
    aboutMembers: true,
    query: ticketQuery,
    csv: true,
    stepUp: true,
    limit: downloads,
    refuses: ['download.too_many'],
  }),
  matched: call('GET', '/api/admin/v1/payment/tiket/matched', {
    summary: `List open top-ups whose money is in suspense and that can be approved together; at most ${matchedMax}`,
    access: 'admin',
    aboutMembers: true,
    data: z.array(adminTicket),
  }),
  lost: call('GET', '/api/admin/v1/payment/tiket/lost', {
    summary: `List cash-outs whose payout an administrator has to end, because the provider reports nothing; the oldest ${maybeLostMax}`,
    access: 'admin',
    aboutMembers: true,
    data: z.array(adminTicket),
  }),
  detail: call('GET', '/api/admin/v1/payment/tiket/{id}', {
    summary: 'Read a ticket with the situation of its member',
    access: 'admin',
    aboutMembers: true,
    params: z.object({ id: rowIdText }),
    data: ticketDetail,
    refuses: ['not_found.ticket'],
  }),
  account: call('POST', '/api/admin/v1/payment/tiket/{id}/account', {
    summary: 'Read the full account number that a cash-out is paid to; the access is audited',
    access: 'admin',
    aboutMembers: true,
    stepUp: true,
    params: z.object({ id: rowIdText }),
    data: z.object({ accountno: z.string() }),
    refuses: ['not_found.ticket'],
  }),
  approve: call('POST', '/api/admin/v1/payment/tiket/approve', {
    summary:
      'Approve a top-up whose money has arrived, or a cash-out that was paid; from `money.secondAdminFrom` on with a second administrator',
    access: 'admin',
    stepUp: true,
    body: z.object({
      id: rowId,
      /** Note of the administrator who decides (A-CI-15, A-CO-14). */
      description: approvalReason,
      /**
       * The platform's cash account from which a cash-out was paid; by default the account at the destination's bank. From the gateway account, money
       * is paid only by payouts.
       */
      sumber: bankCode.optional(),
      /** True when the web app showed matching suspense money. The decision is refused if this money no longer exists. */
      matched: z.boolean().optional(),
      /**
       * Invoices of all tickets through which other payments or transfers of the member were credited, as the refusal named them. With them, the
       * administrator confirms that the money of this ticket is a different one.
       */
      beside: plainText(150).optional(),
      ...moneyConfirmations.shape,
      /** For a cash-out that was already sent when its member got into debt: the missing amount of the balance, as the web app showed it. */
      kurang: rupiah.optional(),
    }),
    data: adminTicket,
    done: 'Approve Ok!',
    refuses: decideRefusals,
  }),
  approveMatched: call('POST', '/api/admin/v1/payment/tiket/approve/matched', {
    summary: 'Approve top-ups whose money has arrived, each separately and with its own result',
    access: 'admin',
    stepUp: true,
    body: z.object({ ids: z.array(rowId).min(1).max(matchedMax), description: approvalReason }),
    data: z.array(z.object({ id: rowId, done: z.boolean(), msg: z.string(), code: z.string().nullable() })),
    done: 'Approve Ok!',
  }),
  payOut: call('POST', '/api/admin/v1/payment/tiket/{id}/payout', {
    summary:
      'Pay a processed cash-out by the payment provider, from `money.secondAdminFrom` on with a second administrator; it is approved when the provider confirms the payment',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({
      description: approvalReason,
      /** Reference of the failed payout that the administrator saw, if any, so that only one new payout is requested after it. */
      after: plainText(100).optional(),
    }),
    data: adminTicket,
    done: 'Pembayaran diminta dari penyedia',
    refuses: [
      'not_found.ticket',
      'ticket.state',
      'decision.own_money',
      'decision.waits',
      'cash_out.decision_waits',
      'cash_out.payout_live',
      'cash_out.payout_contradicted',
      'cash_out.lacks',
      'payout.not_last',
      'payout.off',
    ],
  }),
  payoutLost: call('POST', '/api/admin/v1/payment/tiket/{id}/payout/lost', {
    summary:
      'End a payout that the provider never knew, or has not reported on for `cashOut.payoutSilentDays` days, so that the cash-out can be paid in another way. The provider is queried once more; unless it does not know the payout, a second administrator has to approve',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({ description: approvalReason }),
    data: adminTicket,
    done: 'Ditandai tidak terkirim',
    refuses: ['not_found.ticket', 'decision.own_money', 'decision.waits', 'cash_out.decision_waits', 'payout.not_lost'],
  }),
  update: call('PATCH', '/api/admin/v1/payment/tiket/update/{id}/{status}', {
    summary:
      'Process (1) or reject (3) a ticket, cancel an approved top-up or reverse a cash-out that its bank returned (4); never approves',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText, status: stateText }),
    body: z
      .object({
        /** Required for the states 3 and 4. */
        description: approvalReason.optional(),
        /** State that the web app showed. The change is refused if the ticket has a different state now. */
        from: ticketState.optional(),
        /**
         * For a cash-out that its bank returned, or that is rejected while it is processed: invoice of the ticket through which money of this sum was
         * credited. With it, the administrator confirms that this is not the money of the cash-out that came back.
         */
        returnedin: plainText(50).optional(),
      })
      .optional(),
    data: adminTicket,
    done: 'update OK!',
    refuses: decideRefusals,
  }),
}

/** Message of the answer when a ticket was rejected. */
export const ticketRejected = 'Reject Ok!'
