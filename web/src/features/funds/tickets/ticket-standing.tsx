import type { TicketDetail } from '@lapak/contract/funds/tickets'
import { Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { TicketStateBadge } from '#features/funds/tickets/ticket-state.tsx'
import { stepsOf, stepTaken } from '#features/funds/tickets/ticket-steps.ts'

/** How the ticket stands, and who brought it there: two cashiers must not pay one by hand. */
export function TicketStanding({ detail }: { detail: TicketDetail }) {
  const { ticket, steps } = detail
  const element = useRef<HTMLDivElement>(null)
  const offered = stepsOf(detail)
    .map(({ label }) => label)
    .join()
  // A button that was pressed goes with its step; what came of it has the focus then.
  useEffect(() => {
    if (offered !== undefined && document.activeElement === document.body) element.current?.focus()
  }, [offered])
  return (
    <Stack ref={element} tabIndex={-1} gap={4}>
      <TicketStateBadge of={ticket} />
      {steps.map((step) => (
        <Text key={step.to} size="sm" c="dimmed">
          {stepTaken(ticket.historytipe, step)}
        </Text>
      ))}
    </Stack>
  )
}
