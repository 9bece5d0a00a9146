import { z } from 'zod'
import { call } from '../shared/call.ts'
import { filter, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/** Decisions that need a second administrator, or need one above a limit. */
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

/** Short labels of the kinds. */
export const approvalKindLabels: Record<ApprovalKind, string> = {
  'purchase.force': 'Transaksi',
  'setting.change': 'Aturan',
  'cash.move': 'Kas atau saldo',
  'unmatched.assign': 'Dana masuk',
  'ticket.decide': 'Tiket',
  'payment_method.change': 'Metode pembayaran',
  'member.change': 'Member',
}

/** `lapsed`: the second administrator approved, but the request could no longer be executed. */
export const approvalOutcomes = ['approved', 'rejected', 'lapsed'] as const

export const reasonAtLeast = 5
export const reasonMissing = `Tulis alasannya, paling sedikit ${reasonAtLeast} huruf`

/** Reason of a decision; stored for ever. */
export const approvalReason = plainText(300).min(reasonAtLeast, reasonMissing)

/** Message in place of the call's success message, while the change waits for approval. */
export const waitsForSecond = 'Menunggu admin kedua'

const approvalRow = z.object({
  id: rowId,
  createat: moment,
  kind: z.enum(approvalKinds),
  /** Subject of the decision: id of a purchase, ticket, payment method or member, name of a setting, or the id that a booking will get. */
  subject: z.string(),
  /** Null if no money is involved. */
  amount: rupiah.nullable(),
  /** The requested change, as the body of the original call. */
  asked: z.record(z.string(), z.json()),
  /** The member whose money it is, or who is to be changed. */
  membername: z.string().nullable(),
  /** That member's balance, for an adjustment. */
  saldo: rupiah.nullable(),
  /** For a ticket: 0 money in, 1 money out. */
  historytipe: z.literal([0, 1]).nullable(),
  /** Why the reader may not decide: it is the reader's own request or own money, or it concerns the reader. */
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
