import { useRef } from 'react'
import { newClientId } from '#lib/new-client-id.ts'

/** The name under which the server takes something once: the same while the same is sent again, another one for anything else. */
export function useIdempotencyKey(): (content: string) => string {
  const last = useRef<{ content: string; id: string }>(undefined)
  return (content) => {
    if (last.current?.content !== content) last.current = { content, id: newClientId() }
    return last.current.id
  }
}
