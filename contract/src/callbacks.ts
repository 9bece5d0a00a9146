import { z } from 'zod'
import { call } from './call.ts'
import { filter, moment, pageOf, pageQuery, plainText, rowId, rowIdText } from './wire.ts'

export const callbackAddressMax = 300
/** Where callbacks go: of a buyer's options, or of one order alone. */
export const callbackAddress = z.url({ protocol: /^https?$/, error: 'Alamat callback tidak valid' }).max(callbackAddressMax)

const deliveryStates = ['waiting', 'delivered', 'given_up'] as const

export const callbackAttempt = z.object({ at: moment, status: z.int().nullable(), answer: z.string(), tookms: z.int() })

export const callbackRow = z.object({
  id: rowId,
  event: z.string(),
  url: z.string(),
  /** Of the purchase, or null. */
  reffclient: z.string().nullable(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  createat: moment,
  nextat: moment.nullable(),
  /** The newest answer's status; null before any, and when none came. */
  status: z.int().nullable(),
})

/** What was sent and what came back. */
export const callbackTest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Null when no answer came; then `answer` says why. */
  status: z.int().nullable(),
  answer: z.string(),
  tookms: z.int(),
  ok: z.boolean(),
})

const id = z.object({ id: rowIdText })

export const callbackCalls = {
  newSecret: call('POST', '/api/v1/user/api/callbacksecret', {
    summary: 'Replace the secret that signs callbacks; shown once',
    access: 'member',
    fresh: true,
    data: z.object({ secret: z.string() }),
    done: 'Secret callback diganti',
    refuses: ['rate.too_many'],
  }),
  test: call('POST', '/api/v1/user/api/callbacktest', {
    summary: 'Send a signed test callback now and show request and answer',
    access: 'member',
    data: callbackTest,
    done: 'Callback uji dikirim',
    limit: { setting: 'callbacks.testsPerMinute', seconds: 60 },
    refuses: ['callback.none'],
  }),
  list: call('GET', '/api/v1/user/api/callbacks', {
    summary: 'The log of callbacks, newest first',
    access: 'member',
    query: z.object(
      pageQuery(['id'], {
        search: filter(plainText(100)),
        state: filter(z.enum(deliveryStates)),
      }),
    ),
    data: pageOf(callbackRow),
  }),
  read: call('GET', '/api/v1/user/api/callbacks/{id}', {
    summary: 'One callback with its body and every attempt',
    access: 'member',
    params: id,
    data: callbackRow.extend({ body: z.string(), attempts: z.array(callbackAttempt) }),
    refuses: ['not_found.delivery'],
  }),
  redeliver: call('POST', '/api/v1/user/api/callbacks/{id}/redeliver', {
    summary: 'Send a callback again, word for word',
    access: 'member',
    params: id,
    done: 'Callback dikirim ulang',
    limit: { setting: 'callbacks.redeliveriesPerMinute', seconds: 60 },
    refuses: ['not_found.delivery'],
  }),
}
