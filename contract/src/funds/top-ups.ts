import { z } from 'zod'
import { cashNames } from '../shared/banks.ts'
import { call } from '../shared/call.ts'
import { rupiahText } from '../shared/money.ts'
import { ticketState } from '../shared/ticket-states.ts'
import { moment, plainText, rowId, rowIdText, rupiah, rupiahAsked, sentMoment } from '../shared/wire.ts'
import { approvalReason } from '../system/approvals.ts'

/** How the money arrives. A transfer is found in the bank statement; the payment provider reports the others. */
export const topUpChannel = z.enum(['transfer', 'va', 'card', 'qris'])

/** Shown until the call has answered (B-TOP-02). `tipe` 1 is credited immediately, 0 when the payment appears in the bank statement. */
export const defaultMethods = [
  { nama: 'BCA', keterangan: 'Transfer ke rekening BCA', logo: '/methods/bca.svg', tipe: 0 },
  { nama: 'MANDIRI', keterangan: 'Transfer ke rekening MANDIRI', logo: '/methods/mandiri.svg', tipe: 0 },
  { nama: 'BRI', keterangan: 'Transfer ke rekening BRI', logo: '/methods/bri.svg', tipe: 0 },
  { nama: 'VA-BRI', keterangan: 'Virtual account BRI', logo: '/methods/va-bri.svg', tipe: 1 },
] as const

/** Largest unique code in rupiah. A code from 1 to this is added to a transfer, so that its amount is unique. */
export const uniqueCodeMax = 999

const fees = { feeflat: rupiah, feebasispoints: z.int() }

/** The platform's fee for a top-up of this amount, in whole rupiah, rounded up. */
export const topupFee = ({ feeflat, feebasispoints }: { feeflat: bigint; feebasispoints: number }, amount: bigint): bigint =>
  feeflat + (amount * BigInt(feebasispoints) + 9_999n) / 10_000n

/** `Rp 1.500 + 0,7%`; null without a fee. */
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
  /** Minimum and maximum of one top-up. */
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

/** Idempotency key from software or a page: a repeated request creates no second ticket. */
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
  /** Unique code, added to a transfer so that its amount is unique. */
  code: z.int(),
  /** The amount to pay. */
  nominal: rupiah,
  /** The account to pay to. Null where the provider gives it, and while the method is not offered. */
  bank: z.object({ bankname: z.string(), accountno: z.string(), accountname: z.string() }).nullable(),
  /** The member's virtual account number, for `va`. */
  vano: z.string().nullable(),
  /** The QRIS code as text and as a picture (data URL), for `qris`. */
  qr: z.object({ text: z.string(), picture: z.string() }).nullable(),
  /** Payment page for a card. This field and the two above are null until the provider has answered, and after the ticket has ended. */
  invoiceurl: z.string().nullable(),
  /** Amount that the provider received and that does not fit the ticket, such as another sum. It waits for an administrator. */
  waiting: rupiah.nullable(),
  createat: moment,
  updateat: moment,
  /** Until when it can be paid. */
  expiresat: moment.nullable(),
  /** When its owner may cancel it. */
  cancelfrom: moment,
  /** Address of the proof of payment, as its owner may open it. */
  proof: z.string().nullable(),
  approvedat: moment.nullable(),
  /** The credited amount. */
  credited: rupiah.nullable(),
  approveddescription: z.string().nullable(),
  endedreason: z.string().nullable(),
})
export type TopUpTicket = z.output<typeof ticket>

/** National limit of one QRIS payment. */
export const qrisMax = 10_000_000n

/** Refusals of creating a top-up ticket, the same for every call that creates one. */
export const topupRefusals = [
  'rate.too_many',
  'account.incomplete',
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
    summary: 'How a balance can be topped up',
    access: 'member',
    data: z.array(method),
  }),
  create: call('POST', '/api/v1/payment/tiket', {
    summary:
      'A ticket for a top-up: `jumlah` reaches the balance, `nominal` is what has to be paid. A session makes as many an hour as `topup.ticketsPerHour` says',
    access: 'member',
    body: z.object({
      jumlah: rupiahAsked,
      methode: rowId,
      /** The method's name as the page showed it. Only the id is used. */
      methodetext: plainText(50).optional(),
      reffclient: reffclient.optional(),
    }),
    data: z.object({ invoice: z.string(), nominal: rupiah }),
    done: 'Tiket deposit dibuat',
    refuses: [...topupRefusals, 'deposit.use_invoice', 'deposit.va_open'],
  }),
  read: call('GET', '/api/v1/payment/tiket/{invoice}', {
    summary: 'A ticket, with what has to be paid to where',
    access: 'member',
    params: invoiceParams,
    data: ticket,
    refuses: ['not_found.ticket'],
  }),
  addProof: call('POST', '/api/v1/payment/tiket/{invoice}/proof', {
    summary: 'Show the proof of payment: an uploaded private picture',
    access: 'member',
    params: invoiceParams,
    body: z.object({ image: plainText(300).min(1, 'Pilih gambar') }),
    data: ticket,
    done: 'Bukti transfer terkirim',
    // Each proof of payment notifies all administrators.
    limit: { setting: 'topup.proofsPerHour', seconds: 3600 },
    refuses: ['not_found.ticket', 'ticket.state', 'upload.unknown'],
  }),
  cancel: call('DELETE', '/api/v1/payment/tiket/{invoice}', {
    summary: 'Cancel an unpaid ticket, two days after it was made',
    access: 'member',
    params: invoiceParams,
    data: ticket,
    done: 'Tiket dibatalkan',
    refuses: ['not_found.ticket', 'ticket.state', 'deposit.not_yet'],
  }),
  methodSettings: call('GET', '/api/admin/v1/payment/methods', {
    summary: 'All ways to top up, with their accounts and fees',
    access: 'admin',
    data: z.array(methodSettings),
  }),
  changeMethod: call('PATCH', '/api/admin/v1/payment/method/{id}', {
    summary:
      'Change where a method pays to, what it costs, and whether it is offered; all administrators are told by e-mail. Another account waits for a second one, where there is one',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({
      feeflat: rupiah.refine((fee) => fee >= 0n && fee <= 100_000n, 'Biaya tidak valid'),
      feebasispoints: z.int().min(0).max(1_000),
      accountno: plainText(30).regex(/^\d{0,20}$/, 'Nomor rekening tidak valid'),
      accountname: plainText(100),
      enabled: z.boolean(),
      /** `updateat` as it was read. If another administrator changed the row since, the change is refused. */
      updateat: sentMoment,
      reason: approvalReason,
    }),
    data: methodSettings,
    done: 'Metode pembayaran disimpan',
    refuses: ['not_found.payment_method', 'payment_method.changed', 'decision.waits'],
  }),
}
