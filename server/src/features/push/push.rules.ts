import { createECDH, createHash, ECDH, type KeyObject } from 'node:crypto'
import type { NoticeKind } from '@lapak/contract/notices'
import type { PushIdentity } from '#outside/push/push-service.ts'

const curve = 'prime256v1'

/** The house's key is the private half; the other is computed from it. */
export function identityOf(key: KeyObject, subject: string): PushIdentity {
  const pair = createECDH(curve)
  pair.setPrivateKey(key.export())
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url'), subject }
}

/** Whether a browser's push service is one of these: a host, or `*.` and what it ends with. Everything else would make us call strangers. */
export function isKnownService(address: string, { hosts, production }: { hosts: readonly string[]; production: boolean }): boolean {
  const { protocol, hostname, port, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (production && (protocol !== 'https:' || port !== '')) return false
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}

/** A point of the curve and a secret of 16 bytes (RFC 8291). */
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

/** What is told of the same matter takes the place of what was told before, on the way and on the screen. */
export const tagOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 24)

interface Way {
  /** So long it is worth telling. */
  hours: number
  /** Money and the account itself: a sleeping phone wakes, and quiet hours do not hold it. */
  urgent?: true
}

const ways: Record<NoticeKind, Way> = {
  security: { hours: 24, urgent: true },
  deposit: { hours: 24, urgent: true },
  cash_out: { hours: 24, urgent: true },
  adjustment: { hours: 24, urgent: true },
  account: { hours: 24 },
  low_balance: { hours: 4 },
  failed_order: { hours: 4 },
  price: { hours: 2 },
  dispute: { hours: 24 },
  review: { hours: 12 },
  moderation: { hours: 24 },
  sale: { hours: 4 },
  health: { hours: 4, urgent: true },
  decision: { hours: 12 },
  waiting: { hours: 12 },
}
export const wayOf = (kind: NoticeKind): Way => ways[kind]
