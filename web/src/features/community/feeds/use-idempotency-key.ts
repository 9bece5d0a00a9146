import { useRef } from 'react'
import { newClientId } from '#lib/new-client-id.ts'

/** Returns an idempotency key: the same key as long as the same content is sent again, a new key for other content. */
export function useIdempotencyKey(): (content: string) => string {
  const last = useRef<{ content: string; id: string }>(undefined)
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: newClientId() }
    return last.current.id
  }
}
