import type { ChatMessage } from '@lapak/contract/community/chat'
import { purchaseStateLabels } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { Button, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#features/community/chat/message.module.css'
import type { UnsentMessage } from '#features/community/chat/unsent-messages.ts'
import { useIsServerReachable } from '#lib/connectivity.ts'
import { groupInFours } from '#lib/targets.ts'
import { LinkedText } from '#ui/linked-text.tsx'
import { Rupiah } from '#ui/money.tsx'

interface MessageProps {
  message: ChatMessage
  /** Whether to show which administrator wrote for the platform; only administrators see this. */
  named: boolean
  read: boolean
}

/** One message with its author and time. */
export function Message({ message: { sendiri, fromname, msg, image, trx, waktu, createat }, named, read }: MessageProps) {
  return (
    <Bubble
      own={sendiri}
      by={named ? fromname : undefined}
      below={
        <>
          <time dateTime={createat.toISOString()} title={wib(createat)}>
            {waktu}
          </time>
          {sendiri && (read ? <IconChecks size={14} aria-label="Dibaca" /> : <IconCheck size={14} aria-label="Terkirim" />)}
        </>
      }
    >
      {trx && <MessagePurchase of={trx} />}
      {image && <Picture address={image} />}
      <LinkedText text={msg} />
    </Bubble>
  )
}

interface UnsentMessageProps {
  message: UnsentMessage
  onAgain: () => void
  onDrop: () => void
}

/** A message that is being sent or that the server refused. */
export function UnsentMessageBubble({ message: { msg, image, idtrx, refused, delayed }, onAgain, onDrop }: UnsentMessageProps) {
  const reached = useIsServerReachable()
  return (
    <Bubble
      own
      off={refused !== undefined}
      below={
        refused === undefined ? (
          <>
            <IconClock size={14} aria-hidden /> {reached ? (delayed ?? 'Mengirim…') : 'Menunggu jaringan'}
          </>
        ) : (
          <>
            <IconAlertCircle size={14} aria-hidden /> Belum terkirim: {refused}
          </>
        )
      }
    >
      {idtrx !== null && (
        <Text size="sm" fw={600}>
          Transaksi {idtrx}
        </Text>
      )}
      {image && <Picture address={image} />}
      <LinkedText text={msg} />
      {refused !== undefined && (
        <Group gap="xs" mt={4}>
          <Button size="compact-sm" variant="default" onClick={onAgain}>
            Coba lagi
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={onDrop}>
            Hapus
          </Button>
        </Group>
      )}
    </Bubble>
  )
}

interface BubbleProps {
  own: boolean
  off?: boolean
  by?: string | undefined
  below: ReactNode
  children: ReactNode
}

const Bubble = ({ own, off = false, by, below, children }: BubbleProps) => (
  <li className={classes.message} data-own={own || undefined} data-off={off || undefined}>
    <div className={classes.bubble}>
      {by && <span className={classes.by}>{by}</span>}
      {children}
      <span className={classes.below}>{below}</span>
    </div>
  </li>
)

/** Opens the full picture in a new tab. */
const Picture = ({ address }: { address: string }) => (
  <a href={address} target="_blank" rel="noopener" className={classes.picture} aria-label="Buka gambar">
    <img src={address} alt="" loading="lazy" />
  </a>
)

/** The purchase that a message is about. */
export const MessagePurchase = ({
  of: { idtrx, productname, target, sellprice, transactionrc },
}: {
  of: NonNullable<ChatMessage['trx']>
}) => (
  <div className={classes.trade}>
    <span className={classes.target}>{groupInFours(target)}</span>
    <span>{productname}</span>
    <span className={classes.tradeFacts}>
      Trx {idtrx.toString()} · <Rupiah of={sellprice} /> · {purchaseStateLabels[transactionrc]}
    </span>
  </div>
)
