import { z } from 'zod'
import { bankCode, cashCode } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { type TicketState, ticketState } from '../shared/ticket-states.ts'
import { downloadRowsMax, filter, jakartaDay, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'
import { topUpChannel } from './top-ups.ts'
import { paymentHistory } from './wallet.ts'

/** What administrators do with tickets of money, in and out. */

const stateText = z.enum(['0', '1', '2', '3', '4']).transform((text) => Number(text) as TicketState)

/** How far the provider is with a cash-out. While it has not ended nobody else pays or rejects it. */
export const payoutStates = ['new', 'asking', 'unknown', 'waits', 'succeeded', 'failed', 'reversed'] as const

const ticketPayout = z.object({
  reference: z.string(),
  state: z.enum(payoutStates),
  /** Why it failed, or why nothing is known of it yet. */
  failure: z.string().nullable(),
  /** The provider has not known it, or has told nothing, for long: a person may say that it was never made. */
  maybelost: z.boolean(),
  updateat: moment,
})
export type TicketPayout = z.output<typeof ticketPayout>

const adminTicket = paymentHistory.extend({
  memberid: rowId,
  email: z.string(),
  /** Where the money came to, or goes to. */
  cashcode: cashCode,
  fee: rupiah,
  /** The member has shown a picture of the payment. */
  hasproof: z.boolean(),
  /** Money of just this account and sum has come and waits for its owner. */
  matched: z.boolean(),
  /** Of who asks: somebody else decides about it. */
  own: z.boolean(),
  /** What waits for a second administrator; `own` is who asked for it. `lost` is no step: a payout was never made. */
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
  /** The newest of a cash-out. */
  payout: ticketPayout.nullable(),
})
export type AdminTicket = z.output<typeof adminTicket>

const sums = z.object({ count: z.int(), amount: rupiah })

const situation = z.object({
  balance: rupiah,
  /** Asked for and not paid yet. */
  inflight: rupiah,
  /** Owed from refunds of its sales. */
  debt: rupiah,
  /** What buyers claim of its sales and nobody has decided, with what the house keeps back of recent ones. */
  heldback: rupiah,
  claims: z.int(),
  /** What the balance lacks for both: as long as it does no cash-out is paid. */
  short: rupiah,
  blocked: z.boolean(),
  createat: moment,
  lastactiveat: moment.nullable(),
  phoneverified: z.boolean(),
  /** Of the last 90 days. */
  topups: sums,
  cashouts: sums,
  accounts: z.array(
    z.object({ bankname: z.string(), accountno: z.string(), accountname: z.string(), namadibank: z.string().nullable(), updateat: moment }),
  ),
})

const takenStep = z.object({
  to: ticketState,
  at: moment,
  /** Null where nobody did it: the bank's statement, the provider, or the clock. */
  by: z.string().nullable(),
})
export type TakenStep = z.output<typeof takenStep>

const ticketDetail = z.object({
  ticket: adminTicket,
  /** What became of it, and by whom, the oldest first. */
  steps: z.array(takenStep),
  /** How its money gets here; null for money out. */
  channel: topUpChannel.nullable(),
  /** What the provider has got for it and does not fit, such as another sum: it waits for its owner beside the ticket. */
  waiting: rupiah.nullable(),
  /** What its member paid to the own account in another sum since it was made, and through which ticket it is in the balance. */
  beside: z.object({ invoice: z.string(), amount: rupiah }).nullable(),
  /** The picture of the payment, as this administrator may open it. */
  proof: z.string().nullable(),
  /** Where a cash-out is paid to; of its number only the end, as of all accounts here. Null for money in. */
  payto: z.object({ bankname: z.string(), accountno: z.string(), accountname: z.string(), namadibank: z.string().nullable() }).nullable(),
  /** Why a buyer takes money out. */
  kasus: z.string().nullable(),
  /** The provider can be asked to pay it now. */
  payable: z.boolean(),
  /** It has paid it: when the bank sends that back, the provider says so, and nobody else. */
  paidbyprovider: z.boolean(),
  situation,
})
export type TicketDetail = z.output<typeof ticketDetail>

const filters = {
  search: filter(plainText(100)),
  /** The account's code. Both spellings (A-OPEN-09). */
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
 * How many were credited or paid, or stand as the filter says, with the sum of just these; how many wait, and of how much; and the same of each
 * state. Of today where no days are named, or of all that wait.
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
  'cash_out.payout_live',
  'cash_out.paid_by_provider',
  'cash_out.lacks',
] as const

/** At once, each by itself. */
export const matchedMax = 200

/** Shown at once; when these have ended the next are. */
export const maybeLostMax = 200

export const ticketCalls = {
  sumCashin: call('GET', '/api/admin/v1/payment/sumcashin', {
    summary: 'Top-ups of these days: how many were credited and how much, how many wait and of how much, and both of each state',
    access: 'admin',
    query: sumQuery,
    data: ticketSums,
  }),
  sumCashout: call('GET', '/api/admin/v1/payment/sumcashout', {
    summary: 'Cash-outs of these days: how many were paid and how much, how many wait and of how much, and both of each state',
    access: 'admin',
    query: sumQuery,
    data: ticketSums,
  }),
  cashin: call('GET', '/api/admin/v1/payment/histories/0', {
    summary: 'Top-ups of all members',
    access: 'admin',
    aboutMembers: true,
    query: ticketQuery,
    data: pageOf(adminTicket),
  }),
  cashout: call('GET', '/api/admin/v1/payment/histories/1', {
    summary: 'Cash-outs of all members',
    access: 'admin',
    aboutMembers: true,
    query: ticketQuery,
    data: pageOf(adminTicket),
  }),
  cashinExport: call('GET', '/api/admin/v1/payment/histories/0/export', {
    summary: `The top-ups that the list finds, in its order, as CSV named cashin; at most ${downloadRowsMax}`,
    access: 'admin',
    query: ticketQuery,
    csv: true,
    stepUp: true,
    refuses: ['download.too_many'],
  }),
  cashoutExport: call('GET', '/api/admin/v1/payment/histories/1/export', {
    summary: `The cash-outs that the list finds, in its order, as CSV named cashout; at most ${downloadRowsMax}`,
    access: 'admin',
    query: ticketQuery,
    csv: true,
    stepUp: true,
    refuses: ['download.too_many'],
  }),
  matched: call('GET', '/api/admin/v1/payment/tiket/matched', {
    summary: `Open top-ups whose money has come and waits: what can be approved together, at most ${matchedMax}`,
    access: 'admin',
    aboutMembers: true,
    data: z.array(adminTicket),
  }),
  lost: call('GET', '/api/admin/v1/payment/tiket/lost', {
    summary: `Cash-outs whose payout a person has to end, since the provider tells nothing of it; the oldest, at most ${maybeLostMax}`,
    access: 'admin',
    aboutMembers: true,
    data: z.array(adminTicket),
  }),
  detail: call('GET', '/api/admin/v1/payment/tiket/{id}', {
    summary: 'One ticket, with the situation of its member',
    access: 'admin',
    aboutMembers: true,
    params: z.object({ id: rowIdText }),
    data: ticketDetail,
    refuses: ['not_found.ticket'],
  }),
  account: call('POST', '/api/admin/v1/payment/tiket/{id}/account', {
    summary: 'The whole number of the account that a cash-out is paid to; the audit keeps who asked for it',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    data: z.object({ accountno: z.string() }),
    refuses: ['not_found.ticket'],
  }),
  approve: call('POST', '/api/admin/v1/payment/tiket/approve', {
    summary:
      'The money of a top-up has come, or that of a cash-out has been sent; from the setting money.secondAdminFrom on a second one agrees',
    access: 'admin',
    stepUp: true,
    body: z.object({
      id: rowId,
      /** The reference note (A-CI-15, A-CO-14). */
      description: approvalReason,
      /** From which of our bank accounts a cash-out was paid; its own bank otherwise. From the provider only payouts leave. */
      sumber: bankCode.optional(),
      /** The page showed that its money waits; refused when it waits no more. */
      matched: z.boolean().optional(),
      /** The number of the ticket through which another payment of its member was credited since: the money of this one is another. */
      beside: plainText(50).optional(),
      /** The cash-out had been sent before its member came to owe: what the balance lacks, as the page showed it. */
      kurang: rupiah.optional(),
    }),
    data: adminTicket,
    done: 'Approve Ok!',
    refuses: decideRefusals,
  }),
  approveMatched: call('POST', '/api/admin/v1/payment/tiket/approve/matched', {
    summary: 'Approve top-ups whose money has come, each by itself and with its own result',
    access: 'admin',
    stepUp: true,
    body: z.object({ ids: z.array(rowId).min(1).max(matchedMax), description: approvalReason }),
    data: z.array(z.object({ id: rowId, done: z.boolean(), msg: z.string(), code: z.string().nullable() })),
    done: 'Approve Ok!',
  }),
  payOut: call('POST', '/api/admin/v1/payment/tiket/{id}/payout', {
    summary:
      'Have the payment provider pay a cash-out that is processed; from the setting money.secondAdminFrom on a second one agrees. It is approved when the provider says that it is paid',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({
      description: approvalReason,
      /** The reference of the payout that has failed, where there was one: a further one is asked for once, too. */
      after: plainText(100).optional(),
    }),
    data: adminTicket,
    done: 'Pembayaran diminta dari penyedia',
    refuses: [
      'not_found.ticket',
      'ticket.state',
      'decision.own_money',
      'decision.waits',
      'cash_out.payout_live',
      'cash_out.lacks',
      'payout.not_last',
      'payout.off',
    ],
  }),
  payoutLost: call('POST', '/api/admin/v1/payment/tiket/{id}/payout/lost', {
    summary:
      'A payout that the provider never knew, or told nothing of for the days of the setting cashOut.payoutSilentDays, was never made, as its own page shows: the cash-out can be paid in another way. The provider is asked once more; unless it does not know it then, a second administrator agrees',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({ description: approvalReason }),
    data: adminTicket,
    done: 'Ditandai tidak terkirim',
    refuses: ['not_found.ticket', 'decision.own_money', 'decision.waits', 'payout.not_lost'],
  }),
  update: call('PATCH', '/api/admin/v1/payment/tiket/update/{id}/{status}', {
    summary:
      'Process (1) or reject (3) a ticket, cancel an approved top-up or take back a cash-out that its bank returned (4); never approves',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText, status: stateText }),
    body: z
      .object({
        /** 3 and 4 need it. */
        description: approvalReason.optional(),
        /** As the page showed it; refused when it stands otherwise by now. */
        from: ticketState.optional(),
      })
      .optional(),
    data: adminTicket,
    done: 'update OK!',
    refuses: decideRefusals,
  }),
}

/** Said when a ticket was rejected. */
export const ticketRejected = 'Reject Ok!'
