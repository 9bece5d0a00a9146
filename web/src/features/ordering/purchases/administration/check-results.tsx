import type { LineResult } from '@lapak/contract/ordering/purchases'
import { dotted } from '@lapak/contract/shared/money'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'

interface ResultsProps {
  of: LineResult[]
  onClose: () => void
}

/** The results of a check, in a dialog over the list whose rows stay unchanged. */
export function CheckDialog({ of, onClose }: ResultsProps) {
  useRestoreFocus()
  return (
    <Modal opened onClose={onClose} title="Cek ulang" size={420}>
      <Stack gap="md">
        <ResultLines of={of} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Tutup
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

export function CheckResults({ of, onClose }: ResultsProps) {
  return (
    <Alert
      color={of.every(({ done }) => done) ? 'blue' : 'orange'}
      role="status"
      title="Cek ulang"
      withCloseButton
      closeButtonLabel="Tutup"
      onClose={onClose}
    >
      <ResultLines of={of} />
    </Alert>
  )
}

/** The number of purchases per outcome: checked, or not checked for a reason. */
const ResultLines = ({ of }: { of: LineResult[] }) => (
  <div>
    {[...Map.groupBy(of, ({ msg }) => msg)].map(([msg, lines]) => (
      <Text key={msg} size="sm">
        {lines.length === 1 ? `Transaksi ${lines[0]?.id}` : `${dotted(lines.length)} transaksi`}: {msg}.
      </Text>
    ))}
  </div>
)
