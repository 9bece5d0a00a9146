import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchNewMessages, setReadUpTo, useRefreshChats } from '#features/community/chat/chat.api.ts'
import { openConversationId } from '#features/community/chat/open-conversation.ts'
import { sendUnsentMessages } from '#features/community/chat/send-unsent-messages.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { showSuccess, showSuccessWithAction } from '#ui/snackbar.ts'

/** For every page: handles received messages and read marks, and sends unsent messages. `openChat` opens a conversation. */
export function useLiveChat(openChat: (groupid: string) => void) {
  const queries = useQueryClient()
  const refresh = useRefreshChats()
  const isOpen = (groupid: bigint) => openConversationId()?.groupid === groupid.toString()

  useRealtime('chatnotif', ({ groupid, from, msg }) => {
    refresh()
    void fetchNewMessages(queries, 'own', groupid.toString())
    if (!isOpen(groupid))
      showSuccessWithAction(`${from}: ${msg || 'Gambar'}`, { label: 'Buka chat', onPress: () => openChat(groupid.toString()) })
  })
  useRealtime('pushinfo', ({ groupid, msg }) => {
    refresh()
    const here = openConversationId()
    if (here?.groupid === groupid.toString()) void fetchNewMessages(queries, here.side, here.groupid)
    // If the conversation is open, the error is shown below the message instead.
    else showSuccess(msg)
  })
  useRealtime('chatdibaca', ({ groupid, sampai, sendiri }) => {
    if (sendiri) refresh()
    else setReadUpTo(queries, groupid.toString(), sampai)
  })
  useRealtime('cso', () => {
    refresh()
    const here = openConversationId()
    if (here?.side === 'house' && here.groupid) void fetchNewMessages(queries, here.side, here.groupid)
  })
  useConnectionRestored(() => {
    refresh()
    const here = openConversationId()
    if (here?.groupid) void fetchNewMessages(queries, here.side, here.groupid)
    void sendUnsentMessages(queries)
  })
  useEffect(() => {
    const send = () => void sendUnsentMessages(queries)
    send()
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [queries])
}

/** How long the "typing" state and the "sent" note are shown, in milliseconds. */
const typesForMs = 6_000
const sentForMs = 3_000

/** What is happening in this conversation: the other side types, or a message was just sent. */
export function useConversationActivity(groupid: string | undefined): 'typing' | 'sent' | undefined {
  const [happening, setHappening] = useState<{ what: 'typing' | 'sent'; forMs: number }>()
  useRealtime('notifmsg', (event) => {
    if (event.groupid.toString() !== groupid) return
    setHappening(event.msg === '' && event.image === '' ? { what: 'typing', forMs: typesForMs } : undefined)
  })
  useRealtime('pushinfo', (event) => {
    if (event.groupid.toString() === groupid) setHappening({ what: 'sent', forMs: sentForMs })
  })
  useEffect(() => {
    if (!happening) return
    const over = setTimeout(() => setHappening(undefined), happening.forMs)
    return () => clearTimeout(over)
  }, [happening])
  return happening?.what
}
