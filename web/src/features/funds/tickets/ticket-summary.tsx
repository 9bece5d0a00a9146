import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { payoutAccountText, unpaidWarning } from '#features/funds/tickets/ticket-steps.ts'
import { ticketDetailQuery } from '#features/funds/tickets/tickets.api.ts'
import { Facts } from '#ui/facts.tsx'
import { ErrorState } from '#ui/states.tsx'

/**
 * The facts of a ticket that a second administrator must see before approving: the destination of a cash-out, or whether the money of a top-up was
 * received.
 */
export function TicketSummary({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ticketDetailQuery(id))
  if (error && !data) return <ErrorState title="Tiket belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={36} />
  return (
    <Facts
      facts={[
        { label: 'Tujuan', value: payoutAccountText(data) },
        { label: 'Uangnya', value: unpaidWarning(data) },
      ]}
    />
  )
}
