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

/** Sealed bytes are the mark of the key, nonce, tag and ciphertext. Before keys had fingerprints the mark was one byte. */
const unmarked = 1
const marked = 2
export const layouts = [unmarked, marked] as const
const fingerprintBytes = 4
const nonceBytes = 12
const tagBytes = 16

/**
 * Secrets at rest: AES-256-GCM with a fresh nonce; the owner's id is authenticated with it, so that a sealed secret moved
 * to another row does not open. The key of now seals; those before it still open what they sealed, until that is sealed
 * anew (db/encrypted-columns.ts).
 */
export interface Cipher {
  encrypt(secret: string, owner: bigint): Buffer
  /** Throws when the bytes were not sealed by this installation for this owner. */
  decrypt(encrypted: Buffer, owner: bigint): string
  /** What everything that the key of now seals begins with: the layout, and the key's fingerprint. */
  readonly mark: Buffer
  /** The same of all keys of the ring. */
  readonly marks: readonly Buffer[]
}

/** The bytes of a mark in a sealed value. */
export const markBytes = 1 + fingerprintBytes

/** Which key sealed this; null where that is not said. */
export const fingerprintOf = (encrypted: Buffer): string | null =>
  encrypted[0] === marked ? `the key ${encrypted.subarray(1, markBytes).toString('hex')}` : null

/** A key for one purpose, from which neither the secret key nor another purpose's key can be told. */
export const derivedBytes = (secretKey: string, purpose: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'lapak', purpose, length))

interface RingKey {
  mark: Buffer
  // A key object, because Node examines a buffer anew for every cipher, which takes three times as long as the cipher.
  key: KeyObject
}

const ringKey = (secretKey: string): RingKey => ({
  mark: Buffer.concat([Buffer.of(marked), derivedBytes(secretKey, 'fingerprint', fingerprintBytes)]),
  key: createSecretKey(derivedBytes(secretKey, 'vault')),
})

export function createCipher(secretKey: string, formerKeys: readonly string[] = []): Cipher {
  const current = ringKey(secretKey)
  const ring = [current, ...formerKeys.map(ringKey)]
  // Rows in memory keep their bytes: a secret that each order needs is opened once, and forgotten with its row.
  const opened = new WeakMap<Buffer, { owner: bigint; secret: string }>()

  function openAnew(encrypted: Buffer, owner: bigint): string {
    if (encrypted[0] === unmarked) return openUnmarked(encrypted.subarray(1), owner)
    const one = ring.find(({ mark }) => mark.equals(encrypted.subarray(0, markBytes)))
    if (!one) throw new Error(`a secret is sealed with another key: ${fingerprintOf(encrypted)}`)
    return decipher(one.key, encrypted.subarray(markBytes), owner)
  }

  /** Nothing says which key it was, so each is tried. */
  function openUnmarked(encrypted: Buffer, owner: bigint): string {
    for (const { key } of ring) {
      try {
        return decipher(key, encrypted, owner)
      } catch {}
    }
    throw new Error('a secret is sealed with another key, or for somebody else')
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

/** Throws unless this key sealed these bytes for this owner. */
function decipher(key: KeyObject, encrypted: Buffer, owner: bigint): string {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, nonceBytes))
  decipher.setAAD(Buffer.from(owner.toString()))
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes))
  return decipher.update(encrypted.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** A random token of 32 bytes, safe in URLs. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** Random tokens are long, so a plain hash is enough to store them. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares in constant time; texts of different length differ. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
