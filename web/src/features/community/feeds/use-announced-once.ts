import { useRef } from 'react'
import { newClientId } from '#lib/new-client-id.ts'

/** An idempotency key: the same while the same content is sent again, a new one for other content. */
export function useIdempotencyKey(): (content: string) => string {
  const last = useRef<{ content: string; id: string }>(undefined)
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: newClientId() }
    return last.current.id
  }
}
