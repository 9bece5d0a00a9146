import { z } from 'zod'
import { otpCode, otpSid } from '../members/otp.ts'
import { call } from '../shared/call.ts'
import { plainText, rowId, rowIdText, rupiah, rupiahAsked } from '../shared/wire.ts'
import { bankAccount } from './bank-accounts.ts'
import { paymentHistory } from './wallet.ts'

/** Reasons for which a member that is not a seller may cash out (B-OPEN-02). */
export const cashOutCases = { 1: 'Salah transfer', 2: 'Berhenti berlangganan' } as const
const kasus = z.literal([1, 2])
export type CashOutCase = z.output<typeof kasus>

/** Note in the cash-out dialog (B-CONST-08, B-CONST-09). */
export const cashOutNote = 'Diproses pukul 09:00-21:00, paling cepat hari berikutnya'

/** Text with the number of undecided claims that block a member's cash-out. */
export const openClaimsText = (claims: number) => `${claims} sengketa, retur, refund, atau koreksi yang belum diputuskan`

export const cashOutCalls = {
  bank: call('GET', '/api/v1/seller/cashout/bank/{id}', {
    summary: 'Read the bank account and the rules for cash-outs of the member; `id` is that of the member',
    access: 'member',
    params: z.object({ id: rowIdText }),
    data: z.object({
      /** True when at least one of the member's bank accounts can receive a payment now. */
      ready: z.boolean(),
      list: z.array(bankAccount),
      min: rupiah,
      /** Minimum amount that must stay in the balance. */
      keep: rupiah,
      /** First and last hour of the day (WIB) between which cash-outs can be requested. */
      from: z.int(),
      until: z.int(),
      open: z.boolean(),
      /** Sales revenue that a former seller may cash out without a reason. Null for sellers, who never need a reason. */
      hasiljual: rupiah.nullable(),
      /** The member's debt from refunds of its sales. It is collected from the balance first. */
      hutang: rupiah,
      /** Part of the balance that cannot be cashed out in addition: it is held back for open disputes, and as a share of recent sales. */
      ditahan: rupiah,
      /** Reasons for members that are not sellers. Each requires an amount above `above`. Empty for sellers. */
      kasus: z.array(z.object({ kasus, name: z.string(), above: rupiah })),
      note: z.string(),
      /** The member's cash-out that is not finished yet, if any. */
      pending: paymentHistory.nullable(),
    }),
    refuses: ['not_found.member'],
  }),
  request: call('POST', '/api/v1/seller/cashout', {
    summary: 'Request a cash-out to an own bank account, with a one-time code; the amount leaves the balance immediately',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    body: z.object({
      /** Id of the destination bank account. */
      id: rowId,
      amount: rupiahAsked,
      key: otpSid,
      otp: otpCode,
      kasus: kasus.optional(),
      /** Idempotency key from the web app. If a request is repeated with the same key, no second cash-out is created. */
      reffclient: plainText(50).min(1).optional(),
    }),
    data: paymentHistory,
    done: 'Casout dalam proses..',
    limit: { setting: 'cashOut.requestsPerHour', seconds: 3600, per: 'session' },
    refuses: [
      'account.incomplete',
      'account.closed',
      'cash_out.open',
      'cash_out.closed',
      'cash_out.too_small',
      'cash_out.keep',
      'cash_out.owes',
      'cash_out.held_back',
      'cash_out.case_needed',
      'cash_out.not_earned',
      'cash_out.case_amount',
      'cash_out.quit_pending',
      'cash_out.too_many_today',
      'bank.not_payable',
      'not_found.bank',
      'otp.wrong',
      'otp.expired',
      'balance.too_low',
      'ticket.reference_used',
    ],
  }),
  withdraw: call('DELETE', '/api/v1/seller/cashout/{id}', {
    summary: 'Withdraw a cash-out request that nobody has begun to process',
    access: 'member',
    params: z.object({ id: rowIdText }),
    data: paymentHistory,
    done: 'Penarikan dibatalkan',
    refuses: ['not_found.ticket', 'ticket.state'],
  }),
}
