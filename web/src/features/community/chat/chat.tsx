import { type ChatMessage, platformChannel } from '@lapak/contract/community/chat'
import { Button, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { IconMessageCircle, IconMessagePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { conversationQuery } from '#features/community/chat/chat.api.ts'
import classes from '#features/community/chat/chat.module.css'
import { ChatList } from '#features/community/chat/chat-list.tsx'
import { Conversation, type ConversationPartner } from '#features/community/chat/conversation.tsx'
import type { ChatSide } from '#features/community/chat/unread.api.ts'
import type { SearchParams } from '#lib/use-search-params.ts'
import { Card } from '#ui/card.tsx'
import { deferredComponent } from '#ui/lazy.tsx'
import { fromMdQuery } from '#ui/media-queries.ts'
import { PageFrame } from '#ui/page-frame.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

// Loaded after the page, because the dialog opens only on demand.
const NewMessageDialog = deferredComponent(async () => (await import('#features/community/chat/new-message-dialog.tsx')).NewMessageDialog)

export interface ChatSearch {
  /** The id of the open conversation. */
  grup?: string | undefined
  /** The member with whom to open a conversation: a member's id, or `cso` for customer service. */
  dengan?: string | undefined
  /** The id of the purchase to write about. Without `dengan`, the conversation with the other party of that purchase opens. */
  trx?: string | undefined
  /** Set while the dialog for a new message is open. */
  baru?: '1' | undefined
}

interface ChatProps {
  side: ChatSide
  title: string
  searchParams: SearchParams<ChatSearch>
}

/** The list of conversations and the open conversation: side by side on desktops, only one of the two on phones. */
export function Chat({ side, title, searchParams }: ChatProps) {
  const { grup, dengan, trx, baru } = searchParams.search
  const desk = useMediaQuery(fromMdQuery, undefined, { getInitialValueInEffect: false })
  const opened = grup !== undefined || dengan !== undefined || trx !== undefined
  const nothing = { grup: undefined, dengan: undefined, trx: undefined, baru: undefined }
  // On desktops the list stays visible, so opening another conversation replaces the history entry instead of adding an entry.
  const open = (search: ChatSearch) => (desk && opened ? searchParams.replace : searchParams.push)({ ...nothing, ...search })
  const begin = side === 'own' && (
    <Button leftSection={<IconMessagePlus size={20} aria-hidden />} onClick={() => searchParams.push({ baru: '1' })}>
      Pesan baru
    </Button>
  )
  const conversation = opened && (
    <OpenConversation
      side={side}
      search={searchParams.search}
      onDetach={(other) =>
        searchParams.replace(
          grup ? { trx: undefined } : { trx: undefined, dengan: other.memberid === 0n ? platformChannel : other.memberid.toString() },
        )
      }
      onBack={() => searchParams.replace(nothing)}
    />
  )
  if (conversation && !desk) return <Whole title={title}>{conversation}</Whole>
  return (
    <PageFrame title={title} action={begin}>
      <Card size="none" className={classes.chat}>
        <div className={classes.list}>
          <ChatList
            side={side}
            chosen={{ grup, dengan }}
            onChoose={(groupid) => open({ grup: groupid })}
            onPlatform={side === 'own' ? () => open({ dengan: platformChannel }) : undefined}
            begin={begin}
          />
        </div>
        {desk && (
          <div className={classes.pane}>
            {conversation || <EmptyState icon={IconMessageCircle} title="Pilih percakapan" hint="Pesannya tampil di sini." />}
          </div>
        )}
      </Card>
      {side === 'own' && (
        <NewMessageDialog
          eager={baru === '1'}
          opened={baru === '1'}
          onClose={() => searchParams.replace({ baru: undefined })}
          onChoose={(whom) => searchParams.replace({ ...nothing, dengan: whom })}
        />
      )}
    </PageFrame>
  )
}

/** Fills the whole page, without the usual page frame. */
function Whole({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Lapak`)
  return (
    <div className={classes.whole} data-whole>
      <VisuallyHidden component="h1">{title}</VisuallyHidden>
      {children}
    </div>
  )
}

interface OpenConversationProps {
  side: ChatSide
  search: ChatSearch
  onDetach: (other: ConversationPartner) => void
  onBack: () => void
}

function OpenConversation({ side, search: { grup, dengan, trx }, onDetach, onBack }: OpenConversationProps) {
  const asked = dengan !== undefined || trx !== undefined
  const { data, error, refetch } = useQuery({ ...conversationQuery({ dengan, trx }), enabled: asked })
  if (!asked) return <Conversation side={side} groupid={grup} other={undefined} trx={null} onDetach={() => undefined} onBack={onBack} />
  if (error && !data)
    return (
      <div className={classes.failed}>
        <ErrorState title="Percakapan belum bisa dibuka" message={error.message} onRetry={() => void refetch()} />
        <Button variant="subtle" onClick={onBack}>
          Kembali ke daftar chat
        </Button>
      </div>
    )
  const attached: ChatMessage['trx'] = data?.trx ?? null
  return (
    <Conversation
      side={side}
      groupid={data?.groupid?.toString()}
      other={data?.userb}
      trx={attached}
      onDetach={() => data && onDetach(data.userb)}
      onBack={onBack}
    />
  )
}
