import { ActionIcon, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { SearchBox } from '#features/selling/search/search-box.tsx'
import { useShortcut } from '#lib/use-shortcut.ts'
import { Modal } from '#ui/lazy.tsx'

/** The search on phones, which opens on a screen of its own. */
export function SearchScreen({ className }: { className?: string | undefined }) {
  const [opened, { open, close }] = useDisclosure()
  const button = useRef<HTMLButtonElement>(null)
  useShortcut('/', () => (button.current?.checkVisibility() ? open() : false))
  return (
    <>
      <ActionIcon ref={button} className={className} aria-label="Cari" aria-haspopup="dialog" onClick={open}>
        <IconSearch size={22} />
      </ActionIcon>
      <Modal opened={opened} onClose={close} fullScreen title="Cari" transitionProps={{ duration: 120 }}>
        <SearchBox autoFocus onSearched={close} />
        <Text size="sm" c="dimmed" mt="md">
          Ketik nama produk, kode, suplier, atau nomor HP yang akan diisi.
        </Text>
      </Modal>
    </>
  )
}
