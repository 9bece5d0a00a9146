import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, filter, moment, pageOf, pageQuery, plainText, rowId, rowIdText } from '../shared/wire.ts'

export const callbackAddressMax = 300
export const heldCountMax = 10_000
/** URL for callbacks: of all orders of a buyer, or of a single order. */
export const callbackAddress = boundedText(callbackAddressMax).url({ protocol: /^https?$/, error: 'Alamat callback tidak valid' })

/** States of a delivery. `held`: it waits until its endpoint is verified. */
export const deliveryStates = ['waiting', 'delivered', 'given_up', 'held'] as const

/**
 * The challenge of the endpoint verification: the first request to a URL, signed like every callback. A 2xx answer that contains the challenge, as
 * plain text or in JSON, verifies the endpoint.
 */
export const callbackChallenge = z.object({
  type: z.literal('callback.challenge'),
  timestamp: moment,
  data: z.object({ challenge: z.string() }),
})
export const callbackChallengeAnswer = z.object({ challenge: z.string() })

export const callbackAttempt = z.object({ at: moment, status: z.int().nullable(), answer: z.string(), tookms: z.int() })

export const callbackRow = z.object({
  id: rowId,
  event: z.string(),
  url: z.string(),
  /** Reference of the purchase, or null. */
  reffclient: z.string().nullable(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  createat: moment,
  nextat: moment.nullable(),
  /** HTTP status of the newest delivery attempt; null before the first attempt, and if the receiver did not answer. */
  status: z.int().nullable(),
})

/** Request and answer of a test callback. */
export const callbackTest = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** HTTP status of the answer. Null if there was no answer; in this case `answer` contains the reason. */
  status: z.int().nullable(),
  answer: z.string(),
  tookms: z.int(),
  ok: z.boolean(),
})

/** A receiver of callbacks, identified by scheme, host and port. If an origin is verified, all its URLs are verified. */
export const callbackOrigin = z.object({
  origin: z.string(),
  /** The URL of this origin that was configured most recently. Challenges are sent to it. */
  url: z.string(),
  state: z.enum(['proved', 'waiting']),
  askedat: moment.nullable(),
  provedat: moment.nullable(),
  /** Number of callbacks that wait for the verification, but at most this number. */
  held: z.int().max(heldCountMax),
})

/** Result of a challenge. It does not include the receiver's answer, which may contain the challenge: only the endpoint itself may return it. */
const challenged = z.object({
  proved: z.boolean(),
  /** HTTP status of the answer. Null if there was no answer; in this case `reason` contains the reason. */
  status: z.int().nullable(),
  reason: z.string(),
})

const originText = plainText(callbackAddressMax)

const id = z.object({ id: rowIdText })

export const callbackCalls = {
  newSecret: call('POST', '/api/v1/user/api/callbacksecret', {
    summary: 'Replace the secret that signs callbacks; shown once',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    data: z.object({ secret: z.string() }),
    done: 'Secret callback diganti',
    refuses: ['rate.too_many'],
  }),
  test: call('POST', '/api/v1/user/api/callbacktest', {
    summary: 'Send a signed test callback now; returns request and response',
    access: 'member',
    data: callbackTest,
    done: 'Callback uji dikirim',
    limit: { setting: 'callbacks.testsPerMinute', seconds: 60 },
    refuses: ['callback.none', 'callback.unproved'],
  }),
  endpoints: call('GET', '/api/v1/user/api/callbackorigins', {
    summary: 'List callback endpoints and their verification state',
    access: 'member',
    data: z.array(callbackOrigin),
  }),
  challenge: call('POST', '/api/v1/user/api/callbackorigins/challenge', {
    summary: 'Send the challenge of a callback endpoint again now',
    access: 'member',
    body: z.object({ origin: originText }),
    data: challenged,
    limit: { setting: 'callbacks.verificationsPerMinute', seconds: 60 },
    refuses: ['not_found.callback_origin'],
  }),
  verifyByHand: call('POST', '/api/v1/user/api/callbackorigins/prove', {
    summary: "Verify a callback endpoint with the newest challenge, entered by hand from the receiver's log",
    access: 'member',
    secondFactor: 'adminsAndSellers',
    body: z.object({ origin: originText, challenge: plainText(100) }),
    done: 'Alamat callback terbukti',
    limit: { setting: 'callbacks.verificationsPerMinute', seconds: 60 },
    refuses: ['not_found.callback_origin', 'callback.challenge_wrong'],
  }),
  revokeVerification: call('DELETE', '/api/v1/user/api/callbackorigins', {
    summary: 'Revoke the verification of a callback endpoint: its callbacks are held, and the next one triggers its challenge',
    access: 'member',
    query: z.object({ origin: originText }),
    done: 'Bukti alamat callback dicabut',
    limit: { setting: 'callbacks.verificationsPerMinute', seconds: 60 },
    refuses: ['not_found.callback_origin'],
  }),
  list: call('GET', '/api/v1/user/api/callbacks', {
    summary: 'List callbacks, newest first',
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
    summary: 'Read a callback with its body and every attempt',
    access: 'member',
    params: id,
    data: callbackRow.extend({ body: z.string(), attempts: z.array(callbackAttempt) }),
    refuses: ['not_found.delivery'],
  }),
  redeliver: call('POST', '/api/v1/user/api/callbacks/{id}/redeliver', {
    summary: 'Redeliver a callback with the same content',
    access: 'member',
    params: id,
    done: 'Callback dikirim ulang',
    limit: { setting: 'callbacks.redeliveriesPerMinute', seconds: 60 },
    refuses: ['not_found.delivery', 'callback.unproved'],
  }),
}
