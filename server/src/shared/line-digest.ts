import { createHash } from 'node:crypto'

export type Word = string | number | bigint | boolean | null | undefined

/** Digest of a list of lines in order. It ensures that exactly the previewed lines are executed. */
export interface LineDigest {
  add(words: readonly Word[]): void
  value(): string
}

/** Values that are not texts are wrapped, so that they differ from a text with the same characters. */
const apart = (word: Word) => (typeof word === 'string' ? word : [String(word)])

export function lineDigest(): LineDigest {
  const hash = createHash('sha256')
  return {
    add: (words) => void hash.update(JSON.stringify(words.map(apart))),
    value: () => hash.digest('base64url'),
  }
}
