import { z } from 'zod'
import { call } from '../shared/call.ts'
import { filter, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/** Kinds of decisions that need a second administrator, always or above a limit. */
export const approvalKinds = [
  'purchase.force',
  'setting.change',
  'cash.move',
  'unmatched.assign',
  'statement.note',
  'difference.end',
  'dispute.reject',
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
  'statement.note': 'Mutasi bank',
  'difference.end': 'Selisih',
  'dispute.reject': 'Sengketa',
  'ticket.decide': 'Tiket',
  'payment_method.change': 'Metode pembayaran',
  'member.change': 'Member',
}

/**
 * `withdrawn`: by the administrator who had made the request. `lapsed`: the second administrator approved the request, but it could no longer be
 * executed.
 */
export const approvalOutcomes = ['approved', 'rejected', 'withdrawn', 'lapsed'] as const

export const reasonAtLeast = 5
export const reasonMissing = `Tulis alasannya, paling sedikit ${reasonAtLeast} huruf`

/** Reason for a decision. It is stored permanently. */
export const approvalReason = plainText(300).min(reasonAtLeast, reasonMissing)

/** Message that the call returns instead of its success message when the change waits for approval. */
export const waitsForSecond = 'Menunggu admin kedua'

const approvalRow = z.object({
  id: rowId,
  createat: moment,
  kind: z.enum(approvalKinds),
  /** What the decision is about: the id of a purchase, ticket, payment method or member, the name of a setting, or the id that a booking will get. */
  subject: z.string(),
  /** Null if no money is involved. */
  amount: rupiah.nullable(),
  /** The requested change, as the body of the original call. */
  asked: z.record(z.string(), z.json()),
  /** The member whose money is concerned, or whose account is to be changed. */
  membername: z.string().nullable(),
  /** This member's balance, if the decision is about an adjustment of a balance. */
  saldo: rupiah.nullable(),
  /** If the decision is about a ticket: 0 money in, 1 money out. */
  historytipe: z.literal([0, 1]).nullable(),
  /**
   * Why the administrator who reads the approval may not decide: it is this administrator's own request (`request`) or own money (`money`), or it
   * concerns this administrator's own account (`member`).
   */
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
    summary: 'List approval requests: waiting for a second administrator (`open` 1), or ended with their outcome',
    access: 'admin',
    aboutMembers: true,
    query: approvalQuery,
    data: pageOf(approvalRow),
  }),
  one: call('GET', '/api/admin/v1/decisions/{id}', {
    summary: 'Read an approval request in its present state',
    access: 'admin',
    aboutMembers: true,
    params: z.object({ id: rowIdText }),
    data: approvalRow,
    refuses: ['not_found.decision'],
  }),
  decide: call('POST', '/api/admin/v1/decisions/{id}', {
    summary:
      'Approve a request as the second administrator, which executes it immediately, or reject it; whoever requested it can only withdraw it',
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
