import type { AdminTicket } from '@lapak/contract/funds/tickets'
import { dotted } from '@lapak/contract/shared/money'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useLostPayouts } from '#features/funds/tickets/tickets.api.ts'

const shown = 5

/** Payouts about which the provider has no information, regardless of their age and of the list's filters. */
export function LostPayouts({ onOpen }: { onOpen: (row: AdminTicket) => void }) {
  const lost = useLostPayouts()
  if (lost.length === 0) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} title={`Penyedia tidak memastikan ${dotted(lost.length)} pembayaran`}>
      <Text size="sm">Cek di halaman penyedia. Yang tidak pernah dikirim ditandai di tiketnya, lalu dibayar dengan cara lain.</Text>
      <Group gap="xs" mt="xs">
        {lost.slice(0, shown).map((row) => (
          <Button key={row.id.toString()} size="xs" variant="default" onClick={() => onOpen(row)}>
            {row.invoice}, Rp {dotted(row.nominal)}
          </Button>
        ))}
      </Group>
    </Alert>
  )
}
