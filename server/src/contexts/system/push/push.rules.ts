import { createECDH, createHash, ECDH, type KeyObject } from 'node:crypto'
import type { PushIdentity } from '#integrations/web-push/push-service.ts'

const curve = 'prime256v1'

/** The platform's key is a private key; its public key is computed from it. */
export function identityOf(key: KeyObject, subject: string): PushIdentity {
  const pair = createECDH(curve)
  pair.setPrivateKey(key.export())
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url'), subject }
}

/**
 * Whether a browser's push service is in the list of hosts; an entry is a host name, or `*.` and a suffix. Other URLs would make the platform call
 * arbitrary servers.
 */
export function isKnownService(address: string, { hosts, production }: { hosts: readonly string[]; production: boolean }): boolean {
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (production && (protocol !== 'https:' || port !== '')) return false
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}

/** Reads a browser's keys: a point of the curve and a secret of 16 bytes (RFC 8291); null if they are invalid. */
export function readKeys({ p256dh, auth }: { p256dh: string; auth: string }): { p256dh: Buffer; auth: Buffer } | null {
  const [point, secret] = [Buffer.from(p256dh, 'base64url'), Buffer.from(auth, 'base64url')]
  if (point.length !== 65 || point[0] !== 4 || secret.length !== 16) return null
  try {
    ECDH.convertKey(point, curve)
    return { p256dh: point, auth: secret }
  } catch {
    return null
  }
}

export const fingerprintOf = (address: string) => createHash('sha256').update(address).digest('hex')

/** A newer message with the same tag replaces the previous one, at the push service and on the screen. */
export const tagOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 24)
