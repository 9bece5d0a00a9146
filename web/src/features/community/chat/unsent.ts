import { useSyncExternalStore } from 'react'
import type { MessageContent, Whither } from '#features/community/chat/chat.api.ts'
import { ownOfSession } from '#lib/session.ts'

/** A message that somebody wrote and the server has not confirmed. Its `clientid` makes sure that it is there once, however often it is sent. */
export interface Unsent extends Whither {
  clientid: string
  msg: string
  image: string | null
  idtrx: number | null
  /** When it was written, in milliseconds. */
  at: number
  /** Why the server does not take it; it waits for the writer then. */
  refused?: string | undefined
  /** Why the server takes it only later; it is sent again by itself. */
  delayed?: string | undefined
}

/** Who writes more without a network should wait for it. */
export const unsentMax = 50

const store = ownOfSession('chat-unsent')

let list = read()
const listeners = new Set<() => void>()

function read(): Unsent[] {
  try {
    const kept: unknown = JSON.parse(store.read() ?? '[]')
    return Array.isArray(kept) ? (kept as Unsent[]) : []
  } catch {
    // Written by hand: nothing waits.
    return []
  }
}

function change(next: Unsent[]) {
  list = next
  store.write(next.length > 0 ? JSON.stringify(next) : null)
  for (const listener of listeners) listener()
}

// Another tab wrote or sent, or it is the next one's turn.
store.onReplaced(() => {
  list = read()
  for (const listener of listeners) listener()
})

export const firstWaiting = (): Unsent | undefined => list.find(({ refused }) => refused === undefined)

/** False where too many wait already. */
export function keepUnsent(message: Unsent): boolean {
  if (list.length >= unsentMax) return false
  change([...list, message])
  return true
}

export const dropUnsent = (clientid: string) => change(list.filter((message) => message.clientid !== clientid))

/** What the server said about it; nothing, and it is sent anew. */
export const markUnsent = (clientid: string, outcome: Pick<Unsent, 'refused' | 'delayed'>) =>
  change(
    list.map((message) => (message.clientid === clientid ? { ...message, refused: undefined, delayed: undefined, ...outcome } : message)),
  )

export const contentOf = ({ msg, image, clientid, idtrx }: Unsent): MessageContent => ({ msg, image, clientid, idtrx })

export function useUnsent(): Unsent[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => list,
  )
}
