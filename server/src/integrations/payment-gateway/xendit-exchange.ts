import type { Outgoing } from '#http/outgoing.ts'
import { type Fields, isFields, readJson, textOf } from '#integrations/payment-gateway/json.ts'
import type { Answer } from '#integrations/payment-gateway/payment-gateway.ts'

export interface XenditKey {
  secretKey: string
  /** Replaces Xendit's default URL; empty means the default. */
  url: string
}

interface Asked<Value> {
  method: 'GET' | 'POST'
  path: string
  body?: Fields
  headers?: Record<string, string>
  bytesMax?: number
  /** Undefined if the response is not in the expected form. */
  read(response: unknown): Value | undefined
}

const address = 'https://api.xendit.co'

/** Sends one request to Xendit and classifies the result. */
export function createExchange(outgoing: Outgoing, { secretKey, url }: XenditKey) {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  return async function exchange<Value>({ method, path, body, headers, bytesMax, read }: Asked<Value>): Promise<Answer<Value>> {
    const result = await outgoing.request({
      method,
      url: `${url || address}${path}`,
      headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: 20_000,
      ...(bytesMax !== undefined && { bytesMax }),
    })
    if (result.kind === 'unsent') return { kind: 'unsent', locked: false, message: `xendit ${result.reason}` }
    if (result.kind === 'lost') return { kind: 'unknown', message: `xendit ${result.reason}` }
    return judged(result.status, readJson(result.body), read)
  }
}

function judged<Value>(status: number, response: unknown, read: Asked<Value>['read']): Answer<Value> {
  if (status >= 200 && status < 300) {
    const value = read(response)
    return value === undefined
      ? { kind: 'unknown', message: `xendit answered ${status} in a form that is not known` }
      : { kind: 'answer', value }
  }
  const code = isFields(response) ? textOf(response.error_code) : null
  const message = `xendit ${status} ${code ?? 'no code'}`.slice(0, 200)
  // A rate limit is temporary, and an error without the provider's own code may come from a proxy between us and the provider.
  if (code === null || status < 400 || status >= 500 || status === 408 || status === 429) return { kind: 'unknown', message }
  // The key is wrong or lacks a permission: the request was not processed, and all further requests wait until that is fixed.
  if (status === 401 || status === 403) return { kind: 'unsent', locked: true, message }
  if (status === 404) return { kind: 'refused', code: 'unknown', message }
  return { kind: 'refused', code: status === 409 || code.includes('DUPLICATE') ? 'duplicate' : 'other', message }
}
