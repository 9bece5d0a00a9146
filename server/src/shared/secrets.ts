import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** An encrypted value consists of the mark of the key, nonce, tag and ciphertext. Before keys had fingerprints the mark was one byte. */
const unmarked = 1
const marked = 2
export const layouts = [unmarked, marked] as const
const fingerprintBytes = 4
const nonceBytes = 12
const tagBytes = 16

/**
 * Encryption of secrets at rest: AES-256-GCM with a random nonce. The owner's id is authenticated data, so a value moved to another row cannot be
 * decrypted. The current key encrypts; former keys decrypt their values until those are re-encrypted (db/encrypted-columns.ts).
 */
export interface Cipher {
  encrypt(secret: string, owner: bigint): Buffer
  /** Throws if the value was not encrypted by this installation for this owner. */
  decrypt(encrypted: Buffer, owner: bigint): string
  /** First bytes of every value encrypted with the current key: the layout and the key's fingerprint. */
  readonly mark: Buffer
  /** The marks of all keys, current and former. */
  readonly marks: readonly Buffer[]
}

/** Length of a mark in bytes. */
export const markBytes = 1 + fingerprintBytes

/** Fingerprint of the key that encrypted the value; null for the layout without fingerprint. */
export const fingerprintOf = (encrypted: Buffer): string | null =>
  encrypted[0] === marked ? `the key ${encrypted.subarray(1, markBytes).toString('hex')}` : null

/** Derives a key for one purpose. Neither the secret key nor the key of another purpose can be computed from it. */
export const derivedBytes = (secretKey: string, purpose: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'lapak', purpose, length))

interface RingKey {
  mark: Buffer
  // A KeyObject, because Node validates a raw buffer for every cipher, which takes three times as long as the cipher itself.
  key: KeyObject
}

const ringKey = (secretKey: string): RingKey => ({
  mark: Buffer.concat([Buffer.of(marked), derivedBytes(secretKey, 'fingerprint', fingerprintBytes)]),
  key: createSecretKey(derivedBytes(secretKey, 'vault')),
})

export function createCipher(secretKey: string, formerKeys: readonly string[] = []): Cipher {
  const current = ringKey(secretKey)
  const ring = [current, ...formerKeys.map(ringKey)]
  // Cached by buffer: rows in memory keep their buffers, so a secret that each order needs is decrypted once and dropped with its row.
  const opened = new WeakMap<Buffer, { owner: bigint; secret: string }>()

  function openAnew(encrypted: Buffer, owner: bigint): string {
    if (encrypted[0] === unmarked) return openUnmarked(encrypted.subarray(1), owner)
    const one = ring.find(({ mark }) => mark.equals(encrypted.subarray(0, markBytes)))
    if (!one) throw new Error(`a secret is encrypted with another key: ${fingerprintOf(encrypted)}`)
    return decipher(one.key, encrypted.subarray(markBytes), owner)
  }

  /** A value in the layout without fingerprint does not show which key encrypted it, so each key is tried. */
  function openUnmarked(encrypted: Buffer, owner: bigint): string {
    for (const { key } of ring) {
      try {
        return decipher(key, encrypted, owner)
      } catch {}
    }
    throw new Error('a secret is encrypted with another key, or for another owner')
  }

  return {
    mark: current.mark,
    marks: ring.map(({ mark }) => mark),
    encrypt(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      cipher.setAAD(Buffer.from(owner.toString()))
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([current.mark, nonce, cipher.getAuthTag(), encrypted])
    },
    decrypt(encrypted, owner) {
      const known = opened.get(encrypted)
      if (known?.owner === owner) return known.secret
      const secret = openAnew(encrypted, owner)
      opened.set(encrypted, { owner, secret })
      return secret
    },
  }
}

/** Throws if this key did not encrypt the value for this owner. */
function decipher(key: KeyObject, encrypted: Buffer, owner: bigint): string {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(owner.toString()))
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(encrypted.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** A random token of 32 bytes, URL-safe. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** Tokens are long and random, so a plain hash is sufficient for storing them. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares in constant time. Texts of different length are not equal. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
