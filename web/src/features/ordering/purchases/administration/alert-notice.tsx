import type { PurchaseAlert } from '@lapak/contract/ordering/purchases'
import { wib } from '@lapak/contract/shared/time-text'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { alertWords } from '#features/ordering/purchases/administration/alert-labels.ts'
import type { AlertStep } from '#features/ordering/purchases/administration/trx.api.ts'

/** What needs a person, what to do about it, and who does. */
export function AlertNotice({ of, onStep }: { of: PurchaseAlert; onStep: (step: AlertStep) => void }) {
  const { title, todo } = alertWords[of.kind]
  if (of.endedat !== null)
    return (
      <Text size="sm" c="dimmed">
        {title}, diakhiri {of.endedby ? `oleh ${of.endedby} ` : ''}
        {wib(of.endedat)}
        {of.endedreason && `: ${of.endedreason}`}
      </Text>
    )
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} title={title}>
      <Stack gap="xs">
        <Text size="sm">{of.message}</Text>
        <Text size="sm">{todo}</Text>
        {of.takenat !== null && (
          <Text size="sm" fw={600}>
            Ditangani {of.takenby} sejak {wib(of.takenat)}: {of.takenreason}
          </Text>
        )}
        <Group gap="xs">
          <Button size="sm" variant="default" onClick={() => onStep('take')}>
            {of.takenat === null ? 'Saya tangani' : 'Ambil alih'}
          </Button>
          <Button size="sm" variant="default" onClick={() => onStep('end')}>
            Akhiri peringatan
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
