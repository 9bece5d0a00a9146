import { createHash } from 'node:crypto'

/** Names exactly these lines in this order, so that only what was seen is done. */
export interface LineDigest {
  add(words: readonly unknown[]): void
  value(): string
}

export function lineDigest(): LineDigest {
  const hash = createHash('sha256')
  return {
    add: (words) => void hash.update(JSON.stringify(words.map(String))),
    value: () => hash.digest('base64url'),
  }
}
