import { z } from 'zod'
import { cashNames } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { rupiahText } from '../shared/money.ts'
import { ticketState } from '../shared/ticket-states.ts'
import { moment, plainText, rowId, rowIdText, rupiah, rupiahAsked, sentMoment } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** How the member pays. A transfer is found in the bank statement; the payment provider reports all other payments. */
export const topUpChannel = z.enum(['transfer', 'va', 'card', 'qris'])

/**
 * Methods that the web app shows until the call has answered (B-TOP-02). `tipe` 1 is credited immediately, `tipe` 0 when the payment appears in the
 * bank statement.
 */
export const defaultMethods = [
  { nama: 'BCA', keterangan: 'Transfer ke rekening BCA', logo: '/methods/bca.svg', tipe: 0 },
  { nama: 'MANDIRI', keterangan: 'Transfer ke rekening MANDIRI', logo: '/methods/mandiri.svg', tipe: 0 },
  { nama: 'BRI', keterangan: 'Transfer ke rekening BRI', logo: '/methods/bri.svg', tipe: 0 },
  { nama: 'VA-BRI', keterangan: 'Virtual account BRI', logo: '/methods/va-bri.svg', tipe: 1 },
] as const

/**
 * Largest unique code in rupiah. A code between 1 and this number is added to the amount of a transfer, so that no other transfer has the same
 * amount.
 */
export const uniqueCodeMax = 999

const fees = { feeflat: rupiah, feebasispoints: z.int() }

/** The platform's fee for a top-up of this amount, in whole rupiah, rounded up. */
export const topupFee = ({ feeflat, feebasispoints }: { feeflat: bigint; feebasispoints: number }, amount: bigint): bigint =>
  feeflat + (amount * BigInt(feebasispoints) + 9_999n) / 10_000n

/** The fee as text: `Rp 1.500 + 0,7%`; null if there is no fee. */
export const topupFeeText = ({ feeflat, feebasispoints }: { feeflat: bigint; feebasispoints: number }): string | null =>
  [feeflat > 0n && rupiahText(feeflat), feebasispoints > 0 && `${(feebasispoints / 100).toString().replace('.', ',')}%`]
    .filter(Boolean)
    .join(' + ') || null

const method = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  logo: z.string(),
  tipe: z.literal([0, 1]),
  channel: topUpChannel,
  ...fees,
  /** Minimum and maximum amount of one top-up. */
  min: rupiah,
  max: rupiah,
})
export type PaymentMethod = z.output<typeof method>

const methodSettings = z.object({
  id: z.int(),
  name: z.string(),
  channel: topUpChannel,
  cashcode: z.enum(Object.keys(cashNames) as (keyof typeof cashNames)[]),
  ...fees,
  accountno: z.string(),
  accountname: z.string(),
  enabled: z.boolean(),
  updateat: moment,
})

/** Idempotency key from the client. If a request is repeated with the same key, no second ticket is created. */
export const reffclient = plainText(50).min(1)

const invoiceParams = z.object({ invoice: plainText(40) })

const ticket = z.object({
  id: rowId,
  invoice: z.string(),
  status: ticketState,
  methodid: z.int(),
  methodname: z.string(),
  channel: topUpChannel,
  jumlah: rupiah,
  fee: rupiah,
  /** Unique code that is added to the amount of a transfer, so that no other transfer has the same amount. */
  code: z.int(),
  /** The amount that the member must pay. */
  nominal: rupiah,
  /** The bank account that the member must pay to. Null if the payment provider defines the destination, and while the method is not offered. */
  bank: z.object({ bankname: z.string(), accountno: z.string(), accountname: z.string() }).nullable(),
  /** The member's virtual account number, for `va`. */
  vano: z.string().nullable(),
  /** The QRIS code as text and as a picture (data URL), for `qris`. */
  qr: z.object({ text: z.string(), picture: z.string() }).nullable(),
  /** URL of the payment page for a card. This field, `vano` and `qr` are null until the provider has answered, and after the ticket has ended. */
  invoiceurl: z.string().nullable(),
  /** Amount that the provider received and that does not match the ticket, for example because the sum differs. It waits for an administrator. */
  waiting: rupiah.nullable(),
  createat: moment,
  updateat: moment,
  /** Until when the ticket can be paid. */
  expiresat: moment.nullable(),
  /** From when on the member may cancel the ticket. */
  cancelfrom: moment,
  /** URL path of the proof of payment, valid for the ticket's member. */
  proof: z.string().nullable(),
  approvedat: moment.nullable(),
  /** The amount that was credited; null before. */
  credited: rupiah.nullable(),
  approveddescription: z.string().nullable(),
  endedreason: z.string().nullable(),
})
export type TopUpTicket = z.output<typeof ticket>

/** Maximum amount of one QRIS payment in Indonesia. */
export const qrisMax = 10_000_000n

/** Refusals that are common to all calls that create a top-up ticket. */
export const topupRefusals = [
  'rate.too_many',
  'account.incomplete',
  'account.closed',
  'deposit.method_off',
  'deposit.too_small',
  'deposit.too_large',
  'deposit.too_many_open',
  'deposit.codes_taken',
  'ticket.reference_used',
  'gateway.refused',
] as const

/** Message when the same top-up is requested again while its ticket is open. */
export const sameTicketMessage = 'Tiket yang sama masih terbuka'

export const topUpCalls = {
  methods: call('GET', '/api/v1/payment/method', {
    summary: 'List the payment methods for top-ups',
    access: 'member',
    data: z.array(method),
  }),
  create: call('POST', '/api/v1/payment/tiket', {
    summary: 'Create a top-up ticket: `jumlah` is credited, `nominal` is to be paid; `topup.ticketsPerHour` per session',
    access: 'member',
    body: z.object({
      jumlah: rupiahAsked,
      methode: rowId,
      /** The method's name as the web app showed it. The server uses only the id. */
      methodetext: plainText(50).optional(),
      reffclient: reffclient.optional(),
    }),
    data: z.object({ invoice: z.string(), nominal: rupiah }),
    done: 'Tiket deposit dibuat',
    refuses: [...topupRefusals, 'deposit.use_invoice', 'deposit.va_open'],
  }),
  read: call('GET', '/api/v1/payment/tiket/{invoice}', {
    summary: 'Read a top-up ticket with the amount to pay and the account',
    access: 'member',
    params: invoiceParams,
    data: ticket,
    refuses: ['not_found.ticket'],
  }),
  addProof: call('POST', '/api/v1/payment/tiket/{invoice}/proof', {
    summary: 'Add a proof of payment: an uploaded private picture',
    access: 'member',
    params: invoiceParams,
    body: z.object({ image: plainText(300).min(1, 'Pilih gambar') }),
    data: ticket,
    done: 'Bukti transfer terkirim',
    // Each uploaded proof of payment notifies all administrators.
    limit: { setting: 'topup.proofsPerHour', seconds: 3600 },
    refuses: ['not_found.ticket', 'ticket.state', 'upload.unknown'],
  }),
  cancel: call('DELETE', '/api/v1/payment/tiket/{invoice}', {
    summary: 'Cancel an unpaid top-up ticket, from `topup.cancelAfterHours` hours after its creation on',
    access: 'member',
    params: invoiceParams,
    data: ticket,
    done: 'Tiket dibatalkan',
    refuses: ['not_found.ticket', 'ticket.state', 'deposit.not_yet'],
  }),
  methodSettings: call('GET', '/api/admin/v1/payment/methods', {
    summary: 'List all payment methods with their accounts and fees',
    access: 'admin',
    data: z.array(methodSettings),
  }),
  changeMethod: call('PATCH', '/api/admin/v1/payment/method/{id}', {
    summary:
      'Change the account, fees or availability of a payment method; all administrators get an e-mail. Another account requires a second administrator if there is one',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({
      feeflat: rupiah.refine((fee) => fee >= 0n && fee <= 100_000n, 'Biaya tidak valid'),
      feebasispoints: z.int().min(0).max(1_000),
      accountno: plainText(30).regex(/^\d{0,20}$/, 'Nomor rekening tidak valid'),
      accountname: plainText(100),
      enabled: z.boolean(),
      /** The `updateat` that the administrator read. If another administrator has changed the row since, the change is refused. */
      updateat: sentMoment,
      reason: approvalReason,
    }),
    data: methodSettings,
    done: 'Metode pembayaran disimpan',
    refuses: ['not_found.payment_method', 'payment_method.changed', 'decision.waits'],
  }),
}
