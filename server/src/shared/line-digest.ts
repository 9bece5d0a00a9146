import { createHash } from 'node:crypto'

export type Word = string | number | bigint | boolean | null | undefined

/** Names exactly these lines in this order, so that only what was seen is done. */
export interface LineDigest {
  add(words: readonly Word[]): void
  value(): string
}

/** A text is itself; what is none is told from the text that reads the same. */
const apart = (word: Word) => (typeof word === 'string' ? word : [String(word)])

export function lineDigest(): LineDigest {
  const hash = createHash('sha256')
  return {
    add: (words) => void hash.update(JSON.stringify(words.map(apart))),
    value: () => hash.digest('base64url'),
  }
}
