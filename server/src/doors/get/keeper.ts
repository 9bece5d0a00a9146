import { readGetQuery, signedNames } from '@lapak/contract/doors/get'
import type { Doorkeeper } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Keys } from '#features/api-keys/api-keys.ts'
import { hmacOf } from '../hmac.ts'
import { refusedText, undecidedText, unknownText } from './words.ts'

/** By `key` with `sign` or `secret`; a refusal is a line of text. The query is never logged. */
export const getKeeper = (keys: Keys): Doorkeeper => ({
  admit(request) {
    const asked = readGetQuery(request.query)
    if (signedNames.some((name) => asked[name].includes('|')))
      throw new Refusal('input.invalid', {}, { errors: { sign: 'Tanda | tidak boleh dipakai' } })
    const signed = signedNames.map((name) => asked[name]).join('|')
    const proof = asked.secret === '' ? { signature: asked.sign, expected: (key: string) => hmacOf(key, signed) } : { secret: asked.secret }
    return keys.verify(asked.key, request.ip, proof)
  },
  refuse(refusal, request) {
    const asked = readGetQuery(request.query)
    return refusal.code === 'not_found.purchase' ? unknownText(asked.refid) : refusedText(refusal, asked)
  },
  fail: (request) => undecidedText('gangguan sistem', readGetQuery(request.query).refid),
})
