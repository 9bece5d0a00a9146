import { addedNames, readGetQuery, signedNames, signedText } from '@lapak/contract/partner-api/get'
import type { Keys } from '#contexts/partners/api-keys/api-keys.ts'
import type { Authenticator } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { requireRecent } from '#partner-api/clock.ts'
import { hmacOf } from '#partner-api/hmac.ts'
import { answerLine } from './answer-line.ts'
import { refusedText, undecidedText, unknownText } from './messages.ts'

/** By `key` with `sign` or `secret`; a refusal is a line of text. The query is never logged. */
export const getAuthenticator = (keys: Keys): Authenticator => ({
  authenticate(request) {
    const asked = readGetQuery(request.query)
    if ([...signedNames, ...addedNames].some((name) => asked[name].includes('|')))
      throw new Refusal('input.invalid', {}, { errors: { sign: 'Tanda | tidak boleh dipakai' } })
    const timed = asked.time !== ''
    const signed = signedText(asked)
    const bySign = { signature: asked.sign, length: signed.length, timed, expected: (secret: string) => hmacOf(secret, signed) }
    const caller = keys.verify(asked.key, request.ip, asked.secret === '' ? bySign : { secret: asked.secret })
    if (timed) requireRecent(asked.time)
    return caller
  },
  refuse(refusal, request, reply) {
    const asked = readGetQuery(request.query)
    const line = refusal.code === 'not_found.purchase' ? unknownText(asked.refid) : refusedText(refusal, asked)
    return answerLine(line, refusal.rc, { request, reply })
  },
  fail: (request, reply) => answerLine(undecidedText('gangguan sistem', readGetQuery(request.query).refid), '99', { request, reply }),
})
