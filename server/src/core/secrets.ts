import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Identifies the key a secret was sealed with, so that a later key can be introduced without guessing. */
const keyId = 1
const nonceBytes = 12
const tagBytes = 16

/**
 * Secrets at rest: AES-256-GCM with a fresh nonce; the owner's id is authenticated with it, so that a sealed secret moved
 * to another row does not open. Layout: key id (1), nonce (12), tag (16), ciphertext.
 */
export interface Vault {
  seal(secret: string, owner: bigint): Buffer
  /** Throws when the bytes were not sealed by this installation for this owner. */
  open(sealed: Buffer, owner: bigint): string
}

export function createVault(secretKey: string): Vault {
  // A key object, because Node examines a buffer anew for every cipher, which takes three times as long as the cipher.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'lapak', 'vault', 32)))
  // Rows in memory keep their bytes: a secret that each order needs is opened once, and forgotten with its row.
  const opened = new WeakMap<Buffer, { owner: bigint; secret: string }>()
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(owner.toString()))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(keyId), nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, owner) {
      const known = opened.get(sealed)
      if (known?.owner === owner) return known.secret
      if (sealed[0] !== keyId) throw new Error(`a secret is sealed with unknown key ${sealed[0]}`)
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceBytes))
      decipher.setAAD(Buffer.from(owner.toString()))
      decipher.setAuthTag(sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes))
      const secret = decipher.update(sealed.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      opened.set(sealed, { owner, secret })
      return secret
    },
  }
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
