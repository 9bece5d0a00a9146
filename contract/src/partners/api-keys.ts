import { z } from 'zod'
import { askedPin, pinRefusals } from '../members/pin.ts'
import { buyerOptions } from '../shared/buyer-option-fields.ts'
import { call } from '../shared/call.ts'
import { changedKeyTerms, keyTerms, newKeyTerms } from '../shared/key-terms.ts'
import type { RefusalCode } from '../shared/refusals.ts'
import { moment, rowId, rowIdText } from '../shared/wire.ts'

/** Refusals because of an API key, common to all channels. Each channel adds its own refusals. */
export const keyRefusals = [
  'key.unknown',
  'key.no_signature',
  'key.bad_signature',
  'key.bad_timestamp',
  'key.test_and_live',
  'key.address',
  'key.resting',
] as const satisfies RefusalCode[]

/** An API key in the list. */
export const apiKey = z.object({
  id: rowId,
  ...keyTerms.shape,
  /** First characters of the key. The whole key is shown once, when it is created. */
  hint: z.string(),
  createat: moment,
  usedat: moment.nullable(),
  /** Since when the key is suspended; the owner must confirm the key to use it again. Null while the key works. */
  restingat: moment.nullable(),
  /** The last IP address that was refused because it is not in the key's allow-list. The web app offers to add it. */
  refusedip: z.string().nullable(),
})

/** The buyer's API keys and options. The calls of `buyer-options.ts` return the same data. */
export const usertrx = z.object({
  ip: z.string(),
  callback: z.string(),
  apikey: z.string(),
  keys: z.array(apiKey),
  ...buyerOptions.shape,
})

/** A new key with its secret. They are returned once and never again. */
export const newKey = z.object({ id: rowId, apikey: z.string(), secret: z.string() })

const id = z.object({ id: rowIdText })

export const apiKeyCalls = {
  add: call('POST', '/api/v1/user/api/keys', {
    summary: 'Create a further key, live or test',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    body: z.object({ ...newKeyTerms.shape, pin: askedPin }),
    data: newKey,
    done: 'API key dibuat',
    refuses: ['rate.too_many', ...pinRefusals],
  }),
  change: call('PATCH', '/api/v1/user/api/keys/{id}', {
    summary:
      'Rename a key, change its IP allowlist or whether requests need a timestamp; all but the name require step-up authentication, and another list is notified by e-mail',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    params: id,
    body: z.object({ ...changedKeyTerms.shape, pin: askedPin }),
    data: usertrx,
    done: 'API key diubah',
    // After each change, every process reloads the key.
    limit: { setting: 'apiKeys.changesPerHour', seconds: 3600 },
    // Step-up authentication is not needed if only the name is changed.
    refuses: ['not_found.key', 'rate.too_many', 'access.proof_needed', ...pinRefusals],
  }),
  remove: call('DELETE', '/api/v1/user/api/keys/{id}', {
    summary: 'Revoke a key; takes effect immediately',
    access: 'member',
    params: id,
    done: 'Delete Ok!',
    refuses: ['not_found.key'],
  }),
  confirm: call('POST', '/api/v1/user/api/keys/{id}/confirm', {
    summary: 'Confirm a key that is suspended since a change of the password',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    params: id,
    data: usertrx,
    done: 'API key dipakai lagi',
    refuses: ['not_found.key', 'rate.too_many'],
  }),
  reset: call('PATCH', '/api/v1/user/resetapikey', {
    summary: 'Replace the first key and its secret; takes effect immediately, both are mailed',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    stepUp: true,
    data: usertrx,
    done: 'API key dan secret baru dikirim ke e-mail Anda',
    limit: { setting: 'apiKeys.resetsPerHour', seconds: 3600 },
  }),
}
