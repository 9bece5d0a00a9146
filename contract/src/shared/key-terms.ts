import { z } from 'zod'
import { addressListText, plainText } from './wire.ts'

/*
 * The options of an API key that its owner sets: for each option its type when read, its type when sent, and its initial value.
 * `server/src/contexts/partners/api-keys/key-terms.ts` defines the column in `api_key` of each option. If an option is missing in one of the two
 * files, the code does not compile. The audit records all options.
 */

export const keyNameMax = 60

/** The options, in the form in which lists and the audit contain them. */
export const keyTerms = z.object({
  name: z.string(),
  /** A test key does not place real orders. This option never changes. */
  test: z.boolean(),
  /** If on, GET requests are refused unless they contain and sign the time of sending (`time`). */
  timed: z.boolean(),
  /** IP addresses from which the key may be used. If empty, the list that all keys of the owner share applies. */
  ip: z.string(),
})

export type KeyTerms = z.output<typeof keyTerms>

/** Options of a new key for which the owner entered only a name. */
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
