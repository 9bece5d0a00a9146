import { z } from 'zod'
import { call } from './call.ts'
import { filter, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from './wire.ts'

/** What an administrator decides alone up to a limit, and with a second one above it. */
export const decisionKinds = ['purchase.force', 'setting.change'] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** `lapsed`: when the second one said yes, what was asked for could no longer be done. */
export const decisionOutcomes = ['approved', 'rejected', 'lapsed'] as const

/** Why somebody decides; kept for ever. */
export const decisionReason = plainText(300).min(5, 'Tulis alasannya')

/** Said instead of the call's own success, while nothing has changed yet. */
export const waitsForSecond = 'Menunggu admin kedua'

const decisionRow = z.object({
  id: rowId,
  createat: moment,
  kind: z.enum(decisionKinds),
  /** What is decided about: the number of a purchase, the name of a setting. */
  subject: z.string(),
  /** Null where it is not about money. */
  amount: rupiah.nullable(),
  /** What is to be done, in the words of the call that asked for it. */
  asked: z.record(z.string(), z.json()),
  askedby: z.string(),
  reason: z.string(),
  outcome: z.enum(decisionOutcomes).nullable(),
  decidedat: moment.nullable(),
  decidedby: z.string().nullable(),
  decidedreason: z.string().nullable(),
})
export type DecisionRow = z.output<typeof decisionRow>

const decisionQuery = z.object(pageQuery(['id'], { open: filter(z.enum(['0', '1']).transform((text) => text === '1')) }))
export type DecisionQuery = z.output<typeof decisionQuery>

export const decisionCalls = {
  list: call('GET', '/api/admin/v1/decisions', {
    summary: 'What waits for a second administrator (`open` 1), and what became of the others',
    access: 'admin',
    query: decisionQuery,
    data: pageOf(decisionRow),
  }),
  decide: call('POST', '/api/admin/v1/decisions/{id}', {
    summary: 'The second administrator says yes, and it is done at once, or no',
    access: 'admin',
    fresh: true,
    params: z.object({ id: rowIdText }),
    body: z.object({ yes: z.boolean(), reason: decisionReason }),
    data: decisionRow,
    done: 'Keputusan dicatat',
    refuses: ['not_found.decision', 'decision.own_request', 'decision.own_money', 'decision.changed', 'purchase.locked'],
  }),
}
