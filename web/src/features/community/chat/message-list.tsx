import type { ChatMessage } from '@lapak/contract/community/chat'
import { wibBare } from '@lapak/contract/shared/time-text'
import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Message, UnsentMessageBubble } from '#features/community/chat/message.tsx'
import classes from '#features/community/chat/message-list.module.css'
import { removeUnsentMessage, type UnsentMessage, updateUnsentMessage } from '#features/community/chat/unsent-messages.ts'
import { hasLink } from '#lib/text-pieces.ts'
import { LinkWarning } from '#ui/link-warning.tsx'

interface MessageListProps {
  /** Oldest first. */
  messages: ChatMessage[]
  unsent: UnsentMessage[]
  /** The id of the newest message that the other member has read. */
  readUpTo: number
  named: boolean
  older: { has: boolean; loading: boolean; failed: boolean; load: () => void }
  onAgain: () => void
  /** Called with the newest message when the end of the conversation is visible. */
  onSeen: (newest: number) => void
}

/** The maximum distance in px from the end of the list that still counts as the end. */
const nearPx = 80

/**
 * The list of messages. It keeps the scroll position when older messages are inserted above, and follows new messages if it is scrolled to the end.
 */
export function MessageList({ messages, unsent, readUpTo, named, older, onAgain, onSeen }: MessageListProps) {
  const area = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const before = useRef({ oldest: messages[0]?.id, newest: messages.at(-1)?.id, height: 0 })
  const [below, setBelow] = useState(0)
  const newest = messages.at(-1)?.id ?? 0

  useLayoutEffect(() => {
    const place = area.current
    if (!place) return
    const { oldest, newest: known = 0, height } = before.current
    const oldestNow = messages[0]?.id
    if (oldest !== undefined && oldestNow !== undefined && oldestNow < oldest) place.scrollTop += place.scrollHeight - height
    else if (atEnd.current) place.scrollTop = place.scrollHeight
    else setBelow((count) => count + messages.filter(({ id, sendiri }) => id > known && !sendiri).length)
    before.current = { oldest: oldestNow, newest: messages.at(-1)?.id, height: place.scrollHeight }
  }, [messages])

  // Scrolls to the end when the member sends a message.
  const waiting = unsent.length
  useLayoutEffect(() => {
    const place = area.current
    if (place && waiting > 0) place.scrollTop = place.scrollHeight
  }, [waiting])

  useEffect(() => {
    const look = () => {
      if (atEnd.current && document.visibilityState === 'visible' && newest > 0) onSeen(newest)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })

  // When an on-screen keyboard covers the end of the list, the list scrolls to its end again.
  useEffect(() => {
    const place = area.current
    if (!place) return
    const follow = new ResizeObserver(() => {
      if (atEnd.current) place.scrollTop = place.scrollHeight
    })
    follow.observe(place)
    return () => follow.disconnect()
  }, [])

  function scrolled() {
    const place = area.current
    if (!place) return
    atEnd.current = place.scrollHeight - place.scrollTop - place.clientHeight < nearPx
    if (atEnd.current) {
      setBelow(0)
      if (document.visibilityState === 'visible' && newest > 0) onSeen(newest)
    }
    if (place.scrollTop < nearPx && older.has && !older.loading && !older.failed) older.load()
  }

  function toEnd() {
    const place = area.current
    if (place) place.scrollTop = place.scrollHeight
  }

  const strange = !messages.some(({ sendiri }) => sendiri) && messages.some(({ msg }) => hasLink(msg))
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls with the keys */}
      <div ref={area} className={classes.area} role="log" aria-label="Pesan" tabIndex={0} onScroll={scrolled}>
        {older.loading && <Loader size="sm" className={classes.older} aria-label="Memuat pesan lama" />}
        {older.failed && (
          <Button variant="subtle" size="compact-sm" className={classes.older} onClick={older.load}>
            Pesan lama belum bisa dimuat. Coba lagi
          </Button>
        )}
        {strange && <LinkWarning where="chat" className={classes.warning} />}
        <ol className={classes.list}>
          {messages.map((message, place) => {
            const day = dayOf(message.createat)
            const before = messages[place - 1]
            return (
              <Fragment key={message.id}>
                {(!before || dayOf(before.createat) !== day) && <li className={classes.day}>{dayWord(day)}</li>}
                <Message message={message} named={named} read={message.id <= readUpTo} />
              </Fragment>
            )
          })}
          {unsent.map((message) => (
            <UnsentMessageBubble
              key={message.clientid}
              message={message}
              onAgain={() => {
                updateUnsentMessage(message.clientid, {})
                onAgain()
              }}
              onDrop={() => removeUnsentMessage(message.clientid)}
            />
          ))}
        </ol>
      </div>
      {below > 0 && (
        <Button size="sm" className={classes.toEnd} leftSection={<IconArrowDown size={16} aria-hidden />} onClick={toEnd}>
          {below} pesan baru
        </Button>
      )}
    </div>
  )
}

const dayOf = (moment: Date) => wibBare(moment).slice(0, 10)

function dayWord(day: string): string {
  if (day === dayOf(new Date())) return 'Hari ini'
  return day === dayOf(new Date(Date.now() - 86_400_000)) ? 'Kemarin' : day
}
