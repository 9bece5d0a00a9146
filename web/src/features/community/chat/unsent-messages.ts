import { createStore, useSelector } from '@tanstack/react-store'
import type { MessageContent, MessageRecipient } from '#features/community/chat/chat.api.ts'
import { sessionItem } from '#lib/session.ts'

/** A message that the server has not confirmed. Its `clientid` ensures that the server stores it once, however often it is sent. */
export interface UnsentMessage extends MessageRecipient {
  clientid: string
  msg: string
  image: string | null
  idtrx: number | null
  /** The time at which the member wrote the message, in milliseconds. */
  at: number
  /** The reason why the server refused the message. The message stays until the member sends it again or removes it. */
  refused?: string | undefined
  /** The reason why the server postponed the message. The message is sent again automatically. */
  delayed?: string | undefined
}

/** The maximum number of unsent messages that this browser stores. */
export const unsentMessagesMax = 50

const store = sessionItem('chat-unsent')

const list = createStore(read())

function read(): UnsentMessage[] {
  try {
    const kept: unknown = JSON.parse(store.read() ?? '[]')
    return Array.isArray(kept) ? (kept as UnsentMessage[]) : []
  } catch {
    // The stored value was changed by hand: treat it as empty.
    return []
  }
}

function change(next: UnsentMessage[]) {
  store.write(next.length > 0 ? JSON.stringify(next) : null)
  list.setState(() => next)
}

// Another tab wrote or sent a message, or another member signed in.
store.onReplaced(() => list.setState(read))

export const nextUnsentMessage = (): UnsentMessage | undefined => list.state.find(({ refused }) => refused === undefined)

/** Returns false if too many messages wait already. */
export function addUnsentMessage(message: UnsentMessage): boolean {
  if (list.state.length >= unsentMessagesMax) return false
  change([...list.state, message])
  return true
}

export const removeUnsentMessage = (clientid: string) => change(list.state.filter((message) => message.clientid !== clientid))

/** Stores the server's refusal or delay of a message. An empty outcome makes the message ready to be sent again. */
export const updateUnsentMessage = (clientid: string, outcome: Pick<UnsentMessage, 'refused' | 'delayed'>) =>
  change(
    list.state.map((message) =>
      message.clientid === clientid ? { ...message, refused: undefined, delayed: undefined, ...outcome } : message,
    ),
  )

export const contentOf = ({ msg, image, clientid, idtrx }: UnsentMessage): MessageContent => ({ msg, image, clientid, idtrx })

export const useUnsentMessages = (): UnsentMessage[] => useSelector(list)
