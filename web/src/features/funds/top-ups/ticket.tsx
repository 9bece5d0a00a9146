import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OpenTicket } from '#features/funds/top-ups/open-ticket.tsx'
import { TicketOutcome } from '#features/funds/top-ups/ticket-outcome.tsx'
import { canBePaid, ticketQuery } from '#features/funds/top-ups/top-ups.api.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Facts } from '#ui/facts.tsx'
import { ErrorState } from '#ui/states.tsx'

/** A ticket as it stands now, read by its number: after a reload, too, and while it changes. */
export function Ticket({ invoice }: { invoice: string }) {
  const { data, error, refetch } = useQuery(ticketQuery(invoice))
  return (
    <Stack gap="md" maw={640}>
      <Facts
        facts={[{ label: 'Nomor tiket', value: invoice, code: true, action: <CopyButton text={invoice} label="Salin nomor tiket" /> }]}
      />
      {data ? (
        canBePaid(data) ? (
          <OpenTicket ticket={data} />
        ) : (
          <TicketOutcome ticket={data} />
        )
      ) : error ? (
        <ErrorState title="Tiket belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
      <Button renderRoot={(props) => <Link to="/trxpembelian" {...props} />}>OK</Button>
    </Stack>
  )
}
