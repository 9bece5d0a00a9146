import { createHmac, createSecretKey, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret of 32 random bytes in the format of Standard Webhooks. */
export const newCallbackSecret = (): string => prefix + randomBytes(32).toString('base64')

/**
 * The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`. The HMAC of Node
 * takes a quarter of the time of the reference package, which is written in JavaScript; the tests verify signatures with that package.
 */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString()
  const key = createSecretKey(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** All headers of a callback. */
export const callbackHeaders = (secret: string, id: string, at: Date, body: string): Record<string, string> => ({
  'content-type': 'application/json',
  ...signedHeaders(secret, id, at, body),
})
