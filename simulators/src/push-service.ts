/*
 * A push service (RFC 8030) and its browsers, implemented from the RFCs. It accepts a message only if the message is signed with the key of the
 * browser's subscription (RFC 8292) and encrypted for that browser (RFC 8188, 8291); it verifies this by decrypting the message. It can be set to
 * misbehave.
 */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, listen } from './listening.ts'

export interface Pushed {
  /** The text that the browser's service worker would receive. */
  text: string
  ttl: number
  topic: string | undefined
  urgency: string
  /** The contact of the sender, from the signed token. */
  subject: string
  bytes: number
}

export interface PushBrowser {
  /** The fields of `PushSubscription.toJSON()`. */
  endpoint: string
  keys: { p256dh: string; auth: string }
  readonly received: readonly Pushed[]
}

export interface PushMisbehaviour {
  status: number
  times?: number
  retryAfter?: string
}

export interface PushService {
  readonly url: string
  /** The number of all requests, including refused requests. */
  readonly count: number
  /** Why the most recent requests were refused. */
  readonly faults: readonly string[]
  /** Subscribes a browser with the application server's public key. */
  subscribe(applicationServerKey: string): PushBrowser
  /** Ends the subscription: its endpoint answers 410. */
  forget(browser: PushBrowser): void
  misbehave(how: PushMisbehaviour | null): void
  close(): Promise<void>
}

interface Browser extends PushBrowser {
  pair: ECDH
  secret: Buffer
  serverKey: Buffer
  received: Pushed[]
}

/** Maximum size of a message in bytes. Push services must accept messages of this size; larger messages may be refused. */
const bytesMax = 4096
const dayMs = 86_400_000

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const faults: string[] = []
  let count = 0
  let mood: PushMisbehaviour | null = null
  const server = await listen(receive, '127.0.0.1')

  function receive(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      count += 1
      if (mood) return misbehaved(response, mood)
      const browser = browsers.get(request.url ?? '')
      if (!browser || request.method !== 'POST') return answer(response, 410, 'gone')
      take(request, Buffer.concat(chunks), browser, response)
    })
  }

  function misbehaved(response: ServerResponse, { status, times, retryAfter }: PushMisbehaviour) {
    if (times !== undefined) mood = times > 1 ? { status, times: times - 1, retryAfter } : null
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    answer(response, status, 'as told')
  }

  function take(request: IncomingMessage, body: Buffer, browser: Browser, response: ServerResponse) {
    const fault = (status: number, why: string) => {
      faults.push(why)
      answer(response, status, why)
    }
    const header = (name: string) => (typeof request.headers[name] === 'string' ? request.headers[name] : undefined)
    if (body.length > bytesMax) return fault(413, 'too large')
    if (!/^\d+$/.test(header('ttl') ?? '')) return fault(400, 'no TTL')
    if (header('content-encoding') !== 'aes128gcm') return fault(400, 'no aes128gcm')
    const topic = header('topic')
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return fault(400, 'a topic of other letters')
    const subject = signedBy(header('authorization') ?? '', new URL(server.url).origin, browser.serverKey)
    if (subject === null) return fault(403, 'not signed by whom the browser knows')
    try {
      const text = decrypted(body, browser)
      browser.received.push({
        text,
        ttl: Number(header('ttl')),
        topic,
        urgency: header('urgency') ?? 'normal',
        subject,
        bytes: body.length,
      })
      response.writeHead(201, { location: `${server.url}/message/${count}`, 'content-length': 0 }).end()
    } catch (error) {
      fault(400, `not for this browser: ${(error as Error).message}`)
    }
  }

  return {
    url: server.url,
    get count() {
      return count
    },
    faults,
    subscribe(applicationServerKey) {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const secret = randomBytes(16)
      const path = `/push/${randomBytes(24).toString('base64url')}`
      const browser: Browser = {
        endpoint: server.url + path,
        keys: { p256dh, auth: secret.toString('base64url') },
        received: [],
        pair,
        secret,
        serverKey: Buffer.from(applicationServerKey, 'base64url'),
      }
      browsers.set(path, browser)
      return browser
    },
    forget: ({ endpoint }) => void browsers.delete(new URL(endpoint).pathname),
    misbehave(how) {
      mood = how
    },
    close: server.close,
  }
}

/** The subject of the token if it is signed with this key for this push service and valid for at most a day; otherwise null (RFC 8292). */
function signedBy(authorization: string, audience: string, key: Buffer): string | null {
  const [, token, shown] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head, claims, signature] = token?.split('.') ?? []
  if (!head || !claims || !signature || !shown || !Buffer.from(shown, 'base64url').equals(key)) return null
  const [x, y] = [key.subarray(1, 33), key.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signingInput = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signingInput, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))) return null
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  const leftMs = exp * 1000 - Date.now()
  return aud === audience && leftMs > 0 && leftMs <= dayMs && /^(mailto:|https:)/.test(sub) ? sub : null
}

/**
 * Decrypts a message of one aes128gcm record. The keys are derived from the key pairs of sender and browser and from the browser's secret (RFC 8188,
 * 8291).
 */
export function decrypted(body: Buffer, { pair, secret }: { pair: ECDH; secret: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > body.readUInt32BE(16)) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const keyed = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), secret, info, 32))
  const key = Buffer.from(hkdfSync('sha256', keyed, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', keyed, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record')
  return padded.subarray(0, end).toString('utf8')
}
