import type { FastifyRequest } from 'fastify'
import type { Keys } from '#contexts/partners/api-keys/api-keys.ts'
import { type Authenticator, defectFields, refusalFields } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { requireRecent } from '#partner-api/clock.ts'
import { hmacOf } from '#partner-api/hmac.ts'

/** By `X-Api-Key`, `X-Timestamp` and `X-Signature`; a refusal is the envelope with its result code. */
export const jsonAuthenticator = (keys: Keys): Authenticator => ({
  authenticate(request) {
    const key = headerOf(request, 'x-api-key')
    const timestamp = headerOf(request, 'x-timestamp')
    const signed = request.method === 'GET' || request.rawBody === '' ? request.url : request.rawBody
    // A body of a type that is not kept word for word (a form) would be taken without a signature over it.
    if (request.body !== undefined && request.body !== null && request.rawBody === '')
      throw new Refusal('input.invalid', {}, { errors: { body: 'Bukan JSON' } })
    const caller = keys.verify(key, request.ip, {
      signature: headerOf(request, 'x-signature'),
      length: signed.length,
      timed: true,
      expected: (secret) => hmacOf(secret, `${timestamp}.${signed}`),
    })
    requireRecent(timestamp)
    return caller
  },
  refuse: (refusal) => ({ ...refusalFields(refusal), ...refusal.extra }),
  fail: (request) => defectFields(request.id),
})

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
