import { useDisclosure } from '@mantine/hooks'
import { useShortcut } from '#lib/use-shortcut.ts'
import { late } from '#ui/lazy.tsx'

const KeyHelpDialog = late(async () => (await import('#routes/key-help-dialog.tsx')).KeyHelpDialog)

/** What the keyboard can do here, by the key `?`. */
export function KeyHelp() {
  const [opened, { open, close }] = useDisclosure()
  useShortcut('?', open)
  return <KeyHelpDialog now={opened} opened={opened} onClose={close} />
}
