import type { AdminTicket } from '@lapak/contract/tickets'
import { wib } from '@lapak/contract/time-text'
import { Group, Stack, Text } from '@mantine/core'
import { TicketStateBadge } from '#features/tickets/ticket-state.tsx'
import { moneyIsThere } from '#features/tickets/ticket-steps.ts'
import { Rupiah } from '#ui/money.tsx'
import { Tag } from '#ui/tag.tsx'

/** A ticket on a phone. */
export function TicketCard({ row }: { row: AdminTicket }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} truncate>
          {row.member.membername}
        </Text>
        <TicketStateBadge of={row} />
      </Group>
      <Group justify="space-between">
        <Group gap="xs">
          <Rupiah of={row.nominal} strong />
          {row.matched && <Tag tone="own">{moneyIsThere}</Tag>}
        </Group>
        <Text size="sm" c="dimmed">
          {row.method} · {wib(row.paymenthistorydatetime)}
        </Text>
      </Group>
    </Stack>
  )
}
