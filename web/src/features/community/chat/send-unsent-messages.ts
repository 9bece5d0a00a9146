import type { QueryClient } from '@tanstack/react-query'
import { addMessagesToCache, sendMessage } from '#features/community/chat/chat.api.ts'
import { chatKey } from '#features/community/chat/unread.api.ts'
import {
  contentOf,
  nextUnsentMessage,
  removeUnsentMessage,
  type UnsentMessage,
  updateUnsentMessage,
} from '#features/community/chat/unsent-messages.ts'
import { ApiError } from '#lib/api-error.ts'

const againMs = 5_000

let sending = false
let again: number | undefined

/**
 * Sends the waiting messages one at a time, in the order in which they were written. A message whose request failed is sent again later; a refused
 * message stays until the member sends it again or removes it.
 */
export async function sendUnsentMessages(queries: QueryClient): Promise<void> {
  if (sending) return
  window.clearTimeout(again)
  sending = true
  try {
    for (let next = nextUnsentMessage(); next; next = nextUnsentMessage()) {
      const laterMs = await sendOne(queries, next)
      if (laterMs === undefined) continue
      again = window.setTimeout(() => void sendUnsentMessages(queries), laterMs)
      return
    }
  } finally {
    sending = false
  }
}

/** Sends one message. Returns the delay in milliseconds before the next try, or undefined if the message was sent or refused. */
async function sendOne(queries: QueryClient, unsent: UnsentMessage): Promise<number | undefined> {
  try {
    const message = await sendMessage(unsent, contentOf(unsent))
    addMessagesToCache(queries, unsent.side, message.groupid.toString(), { content: [message] })
    removeUnsentMessage(unsent.clientid)
    // An earlier search for this conversation found nothing, because the first message was not stored yet.
    void queries.invalidateQueries({ queryKey: [...chatKey, 'find'] })
    void queries.invalidateQueries({ queryKey: [...chatKey, unsent.side, 'list'] })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isForLater(error)) {
      updateUnsentMessage(unsent.clientid, { delayed: error.status === 429 ? error.message : undefined })
      return (error.retryAfterSeconds ?? 0) * 1000 || againMs
    }
    updateUnsentMessage(unsent.clientid, { refused: error.message })
    return undefined
  }
}

/**
 * Whether the message can be sent again: the outcome is unknown, or the request came too early. The message keeps its `clientid`, so the server
 * stores it once.
 */
const isForLater = ({ status }: ApiError) => status === 0 || status === 401 || status === 429 || status >= 500
