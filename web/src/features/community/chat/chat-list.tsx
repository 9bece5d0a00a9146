import { type ChatRow, platformChannel } from '@lapak/contract/community/chat'
import { dotted } from '@lapak/contract/shared/money'
import { platformName } from '@lapak/contract/shared/platform'
import { wib } from '@lapak/contract/shared/time-text'
import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconChecks, IconMessageCircle } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { chatsQuery } from '#features/community/chat/chat.api.ts'
import classes from '#features/community/chat/chat-list.module.css'
import type { ChatSide } from '#features/community/chat/unread.api.ts'
import { relativeTime } from '#lib/relative-time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

interface ChatListProps {
  side: ChatSide
  /** The open conversation, by the id of its group or by the other member. */
  chosen: { grup?: string | undefined; dengan?: string | undefined }
  onChoose: (groupid: string) => void
  /** Called to open the conversation with the platform, to which every member can write. */
  onPlatform?: () => void
  /** The button to begin a conversation. */
  begin?: ReactNode
}

/** Conversations, sorted by their newest message. */
export function ChatList({ side, chosen, onChoose, onPlatform, begin }: ChatListProps) {
  const list = useInfiniteQuery(chatsQuery(side))
  const { data, error, refetch } = list
  if (!data)
    return error ? (
      <ErrorState title="Chat belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton />
    )
  const rows = data.pages.flatMap(({ content }) => content)
  const hasPlatform = rows.some(({ userb }) => userb.member.memberid === 0n)
  return (
    <>
      <ul className={classes.list} aria-label="Daftar chat">
        {onPlatform && !hasPlatform && (
          <li>
            <UnstyledButton className={classes.row} onClick={onPlatform} data-chosen={chosen.dengan === platformChannel || undefined}>
              <Avatar name={platformName} address={null} size={44} />
              <span className={classes.words}>
                <span className={classes.name}>{platformName}</span>
                <span className={classes.last}>Ada kendala? Tulis ke kami.</span>
              </span>
            </UnstyledButton>
          </li>
        )}
        {rows.map((row) => (
          <ChatLine
            key={row.groupid}
            row={row}
            chosen={chosen.grup === row.groupid.toString() || chosen.dengan === whomOf(row)}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {rows.length === 0 && (
        <EmptyState
          icon={IconMessageCircle}
          title={side === 'house' ? 'Belum ada yang menulis' : 'Belum ada chat'}
          hint={side === 'house' ? `Pesan member ke ${platformName} tampil di sini.` : 'Tanyakan stok atau transaksi langsung ke suplier.'}
          action={begin}
        />
      )}
      <LoadMore list={list} />
    </>
  )
}

const whomOf = ({ userb: { member } }: ChatRow) => (member.memberid === 0n ? platformChannel : member.memberid.toString())

interface ChatLineProps {
  row: ChatRow
  chosen: boolean
  onChoose: (groupid: string) => void
}

function ChatLine({ row, chosen, onChoose }: ChatLineProps) {
  const { groupid, userb, msg, updateat, dibaca, untukuser, belumdibaca } = row
  const { memberid, membername, memberavatar, online } = userb.member
  const own = untukuser === memberid
  return (
    <li>
      <UnstyledButton
        className={classes.row}
        onClick={() => onChoose(groupid.toString())}
        data-chosen={chosen || undefined}
        aria-current={chosen || undefined}
      >
        <span className={classes.face}>
          <Avatar name={membername} address={memberavatar} size={44} />
          {online && memberid !== 0n && <span className={classes.online} role="img" aria-label="Online" />}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{membername}</span>
          <span className={classes.last} data-unread={belumdibaca > 0 || undefined}>
            {own && (dibaca ? <IconChecks size={14} aria-label="Dibaca" /> : <IconCheck size={14} aria-label="Terkirim" />)}
            {msg}
          </span>
        </span>
        <span className={classes.side}>
          <time dateTime={updateat.toISOString()} title={wib(updateat)}>
            {relativeTime(updateat)}
          </time>
          {belumdibaca > 0 && (
            <span className={classes.count} role="img" aria-label={`${dotted(belumdibaca)} belum dibaca`}>
              {belumdibaca > 99 ? '99+' : belumdibaca}
            </span>
          )}
        </span>
      </UnstyledButton>
    </li>
  )
}

const TextSkeleton = () => (
  <div className={classes.skeletonLines} aria-busy>
    <Text className={classes.hidden}>Memuat chat</Text>
    {[1, 2, 3, 4, 5].map((bone) => (
      <Skeleton key={bone} height={60} radius={8} />
    ))}
  </div>
)
