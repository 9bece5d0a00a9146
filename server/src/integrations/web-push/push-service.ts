import webPush from 'web-push'
import type { Outgoing, OutgoingResult } from '#http/outgoing.ts'

/** Who pushes, to push services (RFC 8292): keys in base64url, and where somebody who runs Lapak is found. */
export interface PushIdentity {
  publicKey: string
  privateKey: string
  subject: string
}

/** A browser, as its push service gave it. */
export interface PushTarget {
  endpoint: string
  p256dh: Buffer
  auth: Buffer
}

export interface PushMessage {
  /** At most some hundreds of letters: a push service takes 4 kB, encrypted. */
  content: string
  /** How long a push service keeps it for a browser that is off. */
  seconds: number
  /** What is newer of the same topic takes the place of what did not arrive; at most 32 letters of base64url. */
  topic: string
  /** Wakes a sleeping phone. */
  urgent: boolean
}

export type PushOutcome =
  | { kind: 'taken' }
  /** There is no such browser any more. */
  | { kind: 'gone' }
  /** It may be taken later; `seconds` where the service says when. */
  | { kind: 'later'; seconds: number | null; reason: string }
  /** Our keys or our name are not accepted. */
  | { kind: 'refused'; status: number }
  /** What we sent is wrong, so that it is wrong the next time as well. */
  | { kind: 'broken'; status: number }

const timeoutMs = 10_000

/** Hands one message to a push service, encrypted for one browser (RFC 8030, 8188, 8291). */
export async function push(outgoing: Outgoing, identity: PushIdentity, target: PushTarget, message: PushMessage): Promise<PushOutcome> {
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
