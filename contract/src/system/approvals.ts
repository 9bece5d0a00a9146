import { z } from 'zod'
import { call } from '../shared/call.ts'
import { filter, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/** What an administrator decides alone up to a limit, and with a second one above it. */
export const approvalKinds = [
  'purchase.force',
  'setting.change',
  'cash.move',
  'unmatched.assign',
  'ticket.decide',
  'payment_method.change',
  'member.change',
] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** What is decided about, in a word or two. */
export const approvalKindLabels: Record<ApprovalKind, string> = {
  'purchase.force': 'Transaksi',
  'setting.change': 'Aturan',
  'cash.move': 'Kas atau saldo',
  'unmatched.assign': 'Dana masuk',
  'ticket.decide': 'Tiket',
  'payment_method.change': 'Metode pembayaran',
  'member.change': 'Member',
}

/** `lapsed`: when the second one said yes, what was asked for could no longer be done. */
export const approvalOutcomes = ['approved', 'rejected', 'lapsed'] as const

export const reasonAtLeast = 5
export const reasonMissing = `Tulis alasannya, paling sedikit ${reasonAtLeast} huruf`

/** Why somebody decides; kept for ever. */
export const approvalReason = plainText(300).min(reasonAtLeast, reasonMissing)

/** Said instead of the call's own success, while nothing has changed yet. */
export const waitsForSecond = 'Menunggu admin kedua'

const approvalRow = z.object({
  id: rowId,
  createat: moment,
  kind: z.enum(approvalKinds),
  /** What is decided about: the number of a purchase, of a ticket or of a payment method, the name of a setting, the number that a booking gets, the number of a member. */
  subject: z.string(),
  /** Null where it is not about money. */
  amount: rupiah.nullable(),
  /** What is to be done, in the words of the call that asked for it. */
  asked: z.record(z.string(), z.json()),
  /** Whose money it is, where it is somebody's, or who is to be changed. */
  membername: z.string().nullable(),
  /** What that member has, while it is to be adjusted. */
  saldo: rupiah.nullable(),
  /** Of a ticket: 0 money in, 1 money out. */
  historytipe: z.literal([0, 1]).nullable(),
  /** Why whoever reads this may not decide: the request or the money is their own, or it is about them. */
  own: z.enum(['request', 'money', 'member']).nullable(),
  askedby: z.string(),
  reason: z.string(),
  outcome: z.enum(approvalOutcomes).nullable(),
  decidedat: moment.nullable(),
  decidedby: z.string().nullable(),
  decidedreason: z.string().nullable(),
})
export type ApprovalRow = z.output<typeof approvalRow>

const approvalQuery = z.object(pageQuery(['id'], { open: filter(z.enum(['0', '1']).transform((text) => text === '1')) }))
export type ApprovalQuery = z.output<typeof approvalQuery>

export const approvalCalls = {
  list: call('GET', '/api/admin/v1/decisions', {
    summary: 'What waits for a second administrator (`open` 1), and what became of the others',
    access: 'admin',
    aboutMembers: true,
    query: approvalQuery,
    data: pageOf(approvalRow),
  }),
  one: call('GET', '/api/admin/v1/decisions/{id}', {
    summary: 'One of them, as it stands now',
    access: 'admin',
    params: z.object({ id: rowIdText }),
    data: approvalRow,
    refuses: ['not_found.decision'],
  }),
  decide: call('POST', '/api/admin/v1/decisions/{id}', {
    summary: 'The second administrator says yes, and it is done at once, or no',
    access: 'admin',
    stepUp: true,
    params: z.object({ id: rowIdText }),
    body: z.object({ yes: z.boolean(), reason: approvalReason }),
    data: approvalRow,
    done: 'Keputusan dicatat',
    refuses: [
      'not_found.decision',
      'decision.own_request',
      'decision.own_money',
      'decision.changed',
      'purchase.locked',
      'deposit.spent',
      'deposit.below_fee',
      'account.closed',
      'member.own',
    ],
  }),
}
