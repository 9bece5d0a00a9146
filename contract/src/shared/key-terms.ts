import { z } from 'zod'
import { addressListText, plainText } from './wire.ts'

/*
 * What its owner says of an API key: every term once, as it is read, as it may be sent, and how it begins. Which column of `api_key` holds it says
 * `server/src/contexts/partners/api-keys/key-terms.ts`; neither list compiles without the other. The audit keeps all of them.
 */

export const keyNameMax = 60

/** As they are listed, and as they stand in the audit. */
export const keyTerms = z.object({
  name: z.string(),
  /** Nothing is sold by it; never changes. */
  test: z.boolean(),
  /** Refuses requests by GET that do not prove when they were sent (`time`). */
  timed: z.boolean(),
  /** From where it may be used; empty for the list that all keys of its owner share. */
  ip: z.string(),
})

export type KeyTerms = z.output<typeof keyTerms>

/** How a key begins of which nothing but its name is said. */
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

/** What is not sent stays as it is. */
export const changedKeyTerms = z.object(sent).partial()
