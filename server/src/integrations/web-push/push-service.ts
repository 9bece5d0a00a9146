import webPush from 'web-push'
import type { Outgoing, OutgoingResult } from '#http/outgoing.ts'

/** The identity of the application server at push services (RFC 8292): keys in base64url, and a contact address of the operator. */
export interface PushIdentity {
  publicKey: string
  privateKey: string
  subject: string
}

/** The push subscription of a browser. */
export interface PushTarget {
  endpoint: string
  p256dh: Buffer
  auth: Buffer
}

export interface PushMessage {
  /** At most some hundreds of characters: a push service accepts 4 kB after encryption. */
  content: string
  /** For how many seconds the push service keeps the message for a browser that is offline. */
  seconds: number
  /** A newer message of the same topic replaces an undelivered one; at most 32 characters of base64url. */
  topic: string
  /** Also wakes a sleeping phone. */
  urgent: boolean
}

export type PushOutcome =
  | { kind: 'taken' }
  /** The subscription no longer exists. */
  | { kind: 'gone' }
  /** The push service may accept the message later; `seconds` is set if the service gives a delay. */
  | { kind: 'later'; seconds: number | null; reason: string }
  /** The push service does not accept our keys or our identity. */
  | { kind: 'refused'; status: number }
  /** Our request is invalid, so a retry would fail as well. */
  | { kind: 'broken'; status: number }

const timeoutMs = 10_000

/** Sends one message to a push service, encrypted for one browser (RFC 8030, 8188, 8291). */
export async function sendPushMessage(
  outgoing: Outgoing,
  identity: PushIdentity,
  target: PushTarget,
  message: PushMessage,
): Promise<PushOutcome> {
  const { endpoint, headers, body } = webPush.generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh.toString('base64url'), auth: target.auth.toString('base64url') } },
    message.content,
    {
      vapidDetails: identity,
      TTL: message.seconds,
      topic: message.topic,
      urgency: message.urgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    },
  )
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  return outcomeOf(await outgoing.request({ method: 'POST', url: endpoint, headers: sent, body, timeoutMs }))
}

function outcomeOf(result: OutgoingResult): PushOutcome {
  if (result.kind !== 'answer') return { kind: 'later', seconds: null, reason: result.reason }
  const { status, headers } = result
  if (status >= 200 && status < 300) return { kind: 'taken' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 401 || status === 403) return { kind: 'refused', status }
  if (status === 429 || status >= 500) return { kind: 'later', seconds: secondsOf(headers['retry-after']), reason: `${status}` }
  return { kind: 'broken', status }
}

/** `Retry-After` is a number of seconds or a date (RFC 9110). */
function secondsOf(header: string | string[] | undefined): number | null {
  const text = String(header ?? '')
  if (/^\d{1,6}$/.test(text)) return Number(text)
  const until = Date.parse(text)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1000))
}
