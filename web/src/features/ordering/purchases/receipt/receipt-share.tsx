import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconShare3 } from '@tabler/icons-react'

const canShare = typeof navigator.share === 'function'

/** The receipt as text, through the telephone's own sharing where there is one. */
export function ShareReceipt({ text }: { text: string }) {
  const clipboard = useClipboard({ timeout: 2_000 })

  async function share() {
    try {
      await navigator.share({ text })
    } catch {
      // Closing the sheet is an error to the browser, and an answer to us.
    }
  }

  if (canShare)
    return (
      <Button variant="light" leftSection={<IconShare3 size={18} />} onClick={() => void share()}>
        Bagikan
      </Button>
    )
  return (
    <Button
      variant="light"
      leftSection={clipboard.copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
      onClick={() => clipboard.copy(text)}
    >
      {clipboard.copied ? 'Tersalin' : 'Salin struk'}
    </Button>
  )
}
