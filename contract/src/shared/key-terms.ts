import { z } from 'zod'
import { addressListText, plainText } from './wire.ts'

/*
 * The options of an API key that its owner sets: for each option its type when read, its type when sent, and its initial value. The columns of
 * `api_key` are assigned in `server/src/contexts/partners/api-keys/key-terms.ts`; a term missing in one of the two files does not compile. The audit
 * records all terms.
 */

export const keyNameMax = 60

/** The terms as lists and the audit contain them. */
export const keyTerms = z.object({
  name: z.string(),
  /** A test key places no real orders. Never changes. */
  test: z.boolean(),
  /** Refuses GET requests that do not sign the time of sending (`time`). */
  timed: z.boolean(),
  /** Allowed addresses; empty uses the list shared by all keys of the owner. */
  ip: z.string(),
})

export type KeyTerms = z.output<typeof keyTerms>

/** Terms of a new key for which only the name was given. */
export const firstKeyTerms = { test: false, timed: false, ip: '' } as const satisfies Omit<KeyTerms, 'name'>

const sent = {
  name: plainText(keyNameMax).min(1, 'Nama wajib diisi'),
  timed: z.boolean(),
  ip: addressListText,
} satisfies Omit<Record<keyof typeof keyTerms.shape, z.ZodType>, 'test'>

export const newKeyTerms = z.object({
  name: sent.name,
  test: z.boolean().default(firstKeyTerms.test),
  timed: sent.timed.default(firstKeyTerms.timed),
  ip: sent.ip.default(firstKeyTerms.ip),
} satisfies Record<keyof typeof keyTerms.shape, z.ZodType>)

/** Fields that are not sent stay unchanged. */
export const changedKeyTerms = z.object(sent).partial()
