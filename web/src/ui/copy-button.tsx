import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** A button that copies a text and shows that the text was copied. A click on it does not open the row that contains the button. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const clipboard = useClipboard({ timeout: 2_000 })
  return (
    <ActionIcon
      size="md"
      aria-label={clipboard.copied ? 'Tersalin' : label}
      color={clipboard.copied ? 'green' : 'gray'}
      onClick={(event) => {
        event.stopPropagation()
        clipboard.copy(text)
      }}
    >
      {clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
    </ActionIcon>
  )
}
