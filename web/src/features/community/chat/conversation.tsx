import { type ChatMessage, type ChatRow, platformChannel } from '@lapak/contract/community/chat'
import { platformName } from '@lapak/contract/shared/platform'
import { wib } from '@lapak/contract/shared/time-text'
import { ActionIcon, Skeleton, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { fetchNewMessages, messagesQuery, onlineIntervalMs, useMarkRead } from '#features/community/chat/chat.api.ts'
import { useConversationActivity } from '#features/community/chat/chat.live.ts'
import { Composer } from '#features/community/chat/composer.tsx'
import classes from '#features/community/chat/conversation.module.css'
import { MessagePurchase } from '#features/community/chat/message.tsx'
import { MessageList } from '#features/community/chat/message-list.tsx'
import { useOpenConversation } from '#features/community/chat/open-conversation.ts'
import { sendUnsentMessages } from '#features/community/chat/send-unsent-messages.ts'
import type { ChatSide } from '#features/community/chat/unread.api.ts'
import { addUnsentMessage, unsentMessagesMax, useUnsentMessages } from '#features/community/chat/unsent-messages.ts'
import { newClientId } from '#lib/new-client-id.ts'
import { sendEvent } from '#lib/realtime.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { useNextPage } from '#lib/use-next-page.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Bar } from '#ui/bar.tsx'
import { showError } from '#ui/snackbar.ts'
import { ErrorState } from '#ui/states.tsx'

export type ConversationPartner = ChatRow['userb']['member']

interface ConversationProps {
  side: ChatSide
  /** Undefined while there are no messages. */
  groupid: string | undefined
  /** The other member, if it is known before the messages are loaded. */
  other: ConversationPartner | undefined
  /** The purchase that is attached to the next message. */
  trx: ChatMessage['trx']
  onDetach: () => void
  onBack: () => void
}

/** The messages with one member, and the composer. The composer stays mounted while the first message creates the conversation. */
export function Conversation({ side, groupid, other: known, trx, onDetach, onBack }: ConversationProps) {
  useOpenConversation(side, groupid)
  useKeptUp(side, groupid)
  const read = useMessages(side, groupid)
  const happening = useConversationActivity(groupid)
  const newest = read.data?.pages[0]
  const other = newest?.userb ?? known
  const failed = newest === undefined ? read.error : null
  return (
    <Frame other={other} onBack={onBack} happening={happening}>
      {groupid === undefined ? (
        <NotBegun side={side} other={other} />
      ) : newest ? (
        <MessageHistory key={groupid} side={side} groupid={groupid} other={other} read={read} />
      ) : failed ? (
        <div className={classes.nothing}>
          <ErrorState title="Pesan belum bisa ditampilkan" message={failed.message} onRetry={() => void read.refetch()} />
        </div>
      ) : (
        <TextSkeleton />
      )}
      {/* Also rendered while the messages of a new conversation load, to keep the typed text and the selected picture. */}
      {!failed && <Writing side={side} groupid={groupid} other={other} trx={trx} onDetach={onDetach} />}
    </Frame>
  )
}

const useMessages = (side: ChatSide, groupid: string | undefined) =>
  useInfiniteQuery({ ...messagesQuery(side, groupid ?? ''), enabled: groupid !== undefined })

/**
 * Refetches the conversation regularly, because no event reports the online state. While another conversation is open, an event reports only that a
 * message arrived, without its content.
 */
function useKeptUp(side: ChatSide, groupid: string | undefined) {
  const queries = useQueryClient()
  useEffect(() => {
    if (groupid === undefined) return
    const look = () => {
      if (document.visibilityState === 'visible') fetchNewMessages(queries, side, groupid).catch(() => undefined)
    }
    if (queries.getQueryData(messagesQuery(side, groupid).queryKey)) look()
    const timer = window.setInterval(look, onlineIntervalMs)
    return () => window.clearInterval(timer)
  }, [queries, side, groupid])
}

const noneOlder = { has: false, loading: false, failed: false, load: () => undefined }

/** A conversation without stored messages. The first messages are shown here until the server has stored them; they can be sent again or removed. */
function NotBegun({ side, other }: Pick<ConversationProps, 'side' | 'other'>) {
  const queries = useQueryClient()
  const unsent = useUnsentOf(side, undefined, other)
  if (unsent.length === 0)
    return (
      <div className={classes.nothing}>
        <Text c="dimmed">Belum ada pesan. Tulis pesan pertama Anda.</Text>
      </div>
    )
  return (
    <MessageList
      messages={[]}
      unsent={unsent}
      readUpTo={0}
      named={false}
      older={noneOlder}
      onAgain={() => void sendUnsentMessages(queries)}
      onSeen={() => undefined}
    />
  )
}

interface MessageHistoryProps extends Pick<ConversationProps, 'side' | 'other'> {
  groupid: string
  read: ReturnType<typeof useMessages>
}

function MessageHistory({ side, groupid, other, read }: MessageHistoryProps) {
  const queries = useQueryClient()
  const unsent = useUnsentOf(side, groupid, other)
  const { mutate } = useMarkRead(side, groupid)
  const readOlder = useNextPage(read)
  const marked = useRef(0)
  const pages = read.data?.pages ?? []
  const messages = useMemo(() => pages.flatMap(({ content }) => content).reverse(), [pages])
  const lastHeard = messages.findLast(({ sendiri }) => !sendiri)?.id ?? 0
  const onSeen = useCallback(
    (upTo: number) => {
      // Sent once when the conversation opens, then for each message of the other side.
      if (marked.current > 0 && lastHeard <= marked.current) return
      marked.current = upTo
      mutate(upTo)
    },
    [lastHeard, mutate],
  )
  return (
    <MessageList
      messages={messages}
      unsent={unsent}
      readUpTo={pages[0]?.dibacasampai ?? 0}
      named={side === 'house'}
      older={{
        has: read.hasNextPage,
        loading: read.isFetchingNextPage,
        failed: read.isFetchNextPageError,
        load: readOlder,
      }}
      onAgain={() => void sendUnsentMessages(queries)}
      onSeen={onSeen}
    />
  )
}

interface FrameProps {
  other: ConversationPartner | undefined
  happening: ReturnType<typeof useConversationActivity>
  onBack: () => void
  children: ReactNode
}

const Frame = ({ other, happening, onBack, children }: FrameProps) => (
  <section className={classes.conversation} aria-label={other ? `Percakapan dengan ${other.membername}` : 'Percakapan'} data-conversation>
    <Bar line="below" className={classes.head}>
      <ActionIcon className={classes.back} size="lg" aria-label="Kembali ke daftar chat" onClick={onBack}>
        <IconArrowLeft size={22} aria-hidden />
      </ActionIcon>
      {other ? (
        <>
          <Avatar name={other.membername} address={other.memberavatar} size={40} />
          <div className={classes.who}>
            <Title order={2} className={classes.name}>
              {other.membername}
            </Title>
            <Text size="xs" c="dimmed" aria-live="polite" title={other.lastactive ? wib(other.lastactive) : undefined}>
              {happening ? happeningWords[happening] : presenceOf(other)}
            </Text>
          </div>
        </>
      ) : (
        <Skeleton height={24} width={160} />
      )}
    </Bar>
    {children}
  </section>
)

const happeningWords = { typing: 'sedang mengetik…', sent: 'Pesan Terkirim' }

function presenceOf({ memberid, online, lastactive }: ConversationPartner): string {
  if (memberid === 0n) return 'Tim Lapak menjawab di sini'
  if (online) return 'Online'
  return lastactive ? `Aktif ${relativeTime(lastactive)}` : 'Belum pernah aktif'
}

/** The recipient for a member without a conversation yet: the member's id, or the channel of the platform. */
const touserOf = ({ memberid, membername }: ConversationPartner) =>
  memberid === 0n && membername === platformName ? platformChannel : memberid.toString()

function useUnsentOf(side: ChatSide, groupid: string | undefined, other: ConversationPartner | undefined) {
  const touser = other && touserOf(other)
  return useUnsentMessages().filter(
    (message) =>
      message.side === side &&
      (message.groupid === undefined ? message.touser === touser : groupid !== undefined && message.groupid === groupid),
  )
}

/** The minimum interval in milliseconds between two "typing" events. */
const typingEveryMs = 4_000

function Writing({ side, groupid, other, trx, onDetach }: Omit<ConversationProps, 'onBack'>) {
  const queries = useQueryClient()
  const lastSentAt = useRef(0)
  if (!other) return null
  const touser = touserOf(other)
  const to = Number(other.memberid)

  function sendTyping() {
    if (groupid === undefined || Date.now() - lastSentAt.current < typingEveryMs) return
    lastSentAt.current = Date.now()
    sendEvent('notifmsg', { groupid: Number(groupid), to, image: '', msg: '' })
  }

  function send({ msg, image }: { msg: string; image: string | null }): boolean {
    const kept = addUnsentMessage({
      side,
      groupid,
      touser: groupid === undefined ? touser : undefined,
      clientid: newClientId(),
      msg,
      image,
      idtrx: trx ? Number(trx.idtrx) : null,
      at: Date.now(),
    })
    if (!kept) {
      showError(`Sudah ${unsentMessagesMax} pesan menunggu. Tunggu sampai terkirim.`)
      return false
    }
    if (trx) onDetach()
    void sendUnsentMessages(queries)
    return true
  }

  return (
    <Bar line="above">
      <Composer
        key={touser}
        draft={`${side}/${touser}`}
        attached={trx && <MessagePurchase of={trx} />}
        onDetach={onDetach}
        onTyping={sendTyping}
        onSend={send}
      />
    </Bar>
  )
}

const TextSkeleton = () => (
  <div className={classes.skeletonLines} aria-busy>
    {[60, 40, 70, 30].map((width, place) => (
      <Skeleton key={width} height={44} width={`${width}%`} radius={12} ml={place % 2 ? 'auto' : 0} />
    ))}
  </div>
)
