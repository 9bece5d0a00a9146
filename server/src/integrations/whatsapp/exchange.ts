import type { Outgoing } from '#http/outgoing.ts'
import type { WhatsappResult } from '#integrations/whatsapp/whatsapp.ts'

export interface Posted {
  method?: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/**
 * Sends the request and passes a JSON answer to `read`. Without a JSON answer the result is unknown and counts as failed: a code that arrives twice
 * does no harm.
 */
export async function postRequest(
  outgoing: Outgoing,
  request: Posted,
  read: (status: number, answer: Record<string, unknown>) => WhatsappResult,
): Promise<WhatsappResult> {
  const result = await outgoing.request({ method: 'POST', timeoutMs: 15_000, ...request })
  if (result.kind !== 'answer') return { kind: 'failed', reason: `whatsapp ${result.reason}` }
  const answer = objectOf(result.body)
  return answer === null ? { kind: 'failed', reason: `whatsapp answered ${result.status} without JSON` } : read(result.status, answer)
}

function objectOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
