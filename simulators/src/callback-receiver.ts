/** A buyer's server that receives the signed callbacks of the marketplace (Standard Webhooks). It can be set to misbehave. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { answer, answerJson, listen, splitUrl } from './listening.ts'

export interface CallbackReceiverOptions {
  /** The wanted port, usually that of the previous run. If another process uses it, a different port is chosen. */
  port?: number | undefined
  host?: string
  /** `whsec_…`; without it no signature is verified. */
  secret?: string
  /** The number of deliveries to store. Older deliveries are only counted. */
  keep?: number
  /** If true, it answers a challenge with the code in it, as software with endpoint verification does. */
  proves?: boolean
}

export interface Delivery {
  path: string
  headers: IncomingHttpHeaders
  /** The raw body, over which the signature was computed. */
  body: string
  at: string
  /** Whether the signature is valid; null if no secret is configured. */
  verified: boolean | null
  /** The HTTP status of the answer. */
  status: number
}

export interface Misbehaviour {
  status?: number
  /** The number of deliveries that are affected; all deliveries if it is missing. */
  times?: number
  delayMs?: number
}

export interface CallbackReceiver {
  readonly url: string
  readonly received: readonly Delivery[]
  /** The number of all deliveries since the start, including those that are no longer stored. */
  readonly count: number
  /** Received challenges of the endpoint verification. They do not count as deliveries. */
  readonly challenges: readonly Delivery[]
  secret: string | undefined
  /** Examples: status 500 for three deliveries: `{ status: 500, times: 3 }`; always 410: `{ status: 410 }`; slow answers: `{ delayMs: 20_000 }`. */
  misbehave(how: Misbehaviour): void
  clear(): void
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

export async function startCallbackReceiver(options: CallbackReceiverOptions = {}): Promise<CallbackReceiver> {
  const keep = options.keep ?? 10_000
  let received: Delivery[] = []
  let challenges: Delivery[] = []
  let count = 0
  let mood: Misbehaviour = {}
  const server = await listen(receive, options.host ?? '127.0.0.1', options.port)
  const receiver: CallbackReceiver = {
    url: server.url,
    get received() {
      return received
    },
    get challenges() {
      return challenges
    },
    get count() {
      return count
    },
    secret: options.secret,
    misbehave(how) {
      mood = { ...how }
    },
    clear() {
      received = []
      challenges = []
      count = 0
    },
    goDown: server.goDown,
    comeUp: server.comeUp,
    close: server.close,
  }
  return receiver

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const { path, query } = splitUrl(request.url ?? '/')
    if (path === '/__received') return answerJson(response, { count, received })
    if (path === '/__script') {
      mood = scripted(query)
      return answerJson(response, { ok: true })
    }
    if (path === '/__clear') {
      receiver.clear()
      return answerJson(response, { ok: true })
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => record(request, Buffer.concat(chunks).toString('utf8'), response))
  }

  function record(request: IncomingMessage, body: string, response: ServerResponse): void {
    const verified = receiver.secret === undefined ? null : isSigned(request.headers, body, receiver.secret)
    const heard = { path: request.url ?? '/', headers: request.headers, body, at: new Date().toISOString(), verified }
    const challenge = challengeIn(body)
    if (challenge !== null) {
      challenges = [...challenges, { ...heard, status: 200 }].slice(-keep)
      return options.proves === false ? answer(response, 200, 'ok') : answerJson(response, { challenge })
    }
    const { status, delayMs } = nextMood()
    received.push({ ...heard, status })
    count++
    // Deletes old deliveries only when there are twice as many as wanted, so that the cost per delivery is small.
    if (received.length > keep * 2) received = received.slice(-keep)
    if (delayMs === 0) answer(response, status, 'ok')
    else setTimeout(() => answer(response, status, 'ok'), delayMs)
  }

  function nextMood(): { status: number; delayMs: number } {
    const now = { status: mood.status ?? 200, delayMs: mood.delayMs ?? 0 }
    if (mood.times !== undefined && --mood.times <= 0) mood = {}
    return now
  }
}

/** The code in a challenge, which the receiver must return; null for all other messages. */
export function challengeIn(body: string): string | null {
  if (!body.startsWith('{"type":"callback.challenge"')) return null
  const { data } = JSON.parse(body) as { data: { challenge: string } }
  return data.challenge
}

function scripted(query: URLSearchParams): Misbehaviour {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined)
  return { status: number('status'), times: number('times'), delayMs: number('delayMs') }
}

/** Verifies a signature with the reference implementation of Standard Webhooks, which tolerates a timestamp that differs by five minutes. */
export function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const headerOf = (name: string): string => String(headers[name] ?? '')
  const names = {
    'webhook-id': headerOf('webhook-id'),
    'webhook-timestamp': headerOf('webhook-timestamp'),
    'webhook-signature': headerOf('webhook-signature'),
  }
  try {
    new Webhook(secret).verify(body, names, { jsonParse: false })
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}
