import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The hash of the verifier as providers want it (RFC 7636, S256). Not by `crypto.subtle`, as in lib/sha256.ts. */
export const challengeOf = (verifier: string): string =>
  btoa(String.fromCharCode(...sha256(utf8ToBytes(verifier))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
