import { useRef } from 'react'
import { newClientId } from '#lib/new-client-id.ts'

/** The name under which the server takes something once: the same while the same is sent again, another one for anything else. */
export function useSaidOnce(): (said: string) => string {
  const last = useRef<{ said: string; id: string }>(undefined)
  return (said) => {
    if (last.current?.said !== said) last.current = { said, id: newClientId() }
    return last.current.id
  }
}
