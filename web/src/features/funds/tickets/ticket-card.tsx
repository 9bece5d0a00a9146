import type { AdminTicket } from '@lapak/contract/funds/tickets'
import { wib } from '@lapak/contract/shared/time-text'
import { Group, Stack, Text } from '@mantine/core'
import { apartOf } from '#features/funds/tickets/ticket-note.tsx'
import { TicketStateBadge } from '#features/funds/tickets/ticket-state.tsx'
import { Rupiah } from '#ui/money.tsx'

/** A ticket on a phone. */
export function TicketCard({ row }: { row: AdminTicket }) {
  const apart = apartOf(row)
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} truncate>
          {row.member.membername}
        </Text>
        <TicketStateBadge of={row} />
      </Group>
      <Group justify="space-between" gap="4px 12px">
        <Rupiah of={row.nominal} strong />
        <Text size="sm" c="dimmed">
          {row.method} · {wib(row.paymenthistorydatetime)}
        </Text>
      </Group>
      {apart && (
        <Text component="div" size="sm">
          {apart}
        </Text>
      )}
    </Stack>
  )
}
