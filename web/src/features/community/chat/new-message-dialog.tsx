import { platformChannel } from '@lapak/contract/community/chat'
import { Modal, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { contactsQuery } from '#features/community/chat/chat.api.ts'
import rows from '#features/community/chat/chat-list.module.css'
import { Avatar } from '#ui/avatar.tsx'
import { ErrorState } from '#ui/states.tsx'

interface NewMessageDialogProps {
  opened: boolean
  onClose: () => void
  /** A member's id, or `cso`. */
  onChoose: (whom: string) => void
}

/** Selects the recipient: customer service, sellers, and earlier recipients. */
export function NewMessageDialog({ opened, onClose, onChoose }: NewMessageDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Pesan baru">
      {opened && <Contacts onChoose={onChoose} />}
    </Modal>
  )
}

function Contacts({ onChoose }: Pick<NewMessageDialogProps, 'onChoose'>) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const { data, error, refetch, isPlaceholderData } = useQuery(contactsQuery(search))
  const choose = (memberid: bigint) => onChoose(memberid === 0n ? platformChannel : memberid.toString())

  /** Enter selects the first result, but only if the results belong to the text that is typed now. */
  function onKey({ key }: KeyboardEvent) {
    const [first] = data ?? []
    if (key === 'Enter' && first && search !== '' && search === text.trim() && !isPlaceholderData) choose(first.memberid)
  }

  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        aria-label="Cari penerima"
        placeholder="Cari nama suplier"
        maxLength={100}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      {data?.length === 0 ? (
        <Text c="dimmed" ta="center" py="md" role="status">
          Tidak ada yang bernama itu.
        </Text>
      ) : data ? (
        <ul className={rows.list} aria-label="Penerima">
          {data.map(({ memberid, membername, memberavatar, online }) => (
            <li key={memberid}>
              <UnstyledButton className={rows.row} onClick={() => choose(memberid)}>
                <Avatar name={membername} address={memberavatar} size={40} />
                <span className={rows.words}>
                  <span className={rows.name}>{membername}</span>
                  <span className={rows.last}>{memberid === 0n ? 'Tim Lapak' : online ? 'Online' : 'Offline'}</span>
                </span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState title="Penerima belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Stack gap="xs" aria-busy>
          {[1, 2, 3].map((bone) => (
            <Skeleton key={bone} height={60} radius={8} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}
