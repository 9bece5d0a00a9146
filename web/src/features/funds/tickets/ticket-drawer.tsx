import { Button, Image, Skeleton, Stack, Text } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Decide } from '#features/funds/tickets/approval-notice.tsx'
import { TicketActions } from '#features/funds/tickets/ticket-actions.tsx'
import { memberFacts, ticketFacts } from '#features/funds/tickets/ticket-facts.tsx'
import { TicketStanding } from '#features/funds/tickets/ticket-standing.tsx'
import { ticketDetailQuery } from '#features/funds/tickets/tickets.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { Facts } from '#ui/facts.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

interface TicketProps {
  id: string
  onClose: () => void
  decide: Decide
}

/** One ticket with the situation of its member, beside the list; over it on a phone. */
export function TicketDrawer({ id, ...shown }: Omit<TicketProps, 'id'> & { id: string | undefined }) {
  return (
    <SideDrawer of={id} title={(id) => `Tiket ${id}`} width={520} onClose={shown.onClose}>
      {(id) => <Ticket id={id} {...shown} />}
    </SideDrawer>
  )
}

function Ticket({ id, onClose, decide }: TicketProps) {
  const { data, error, refetch } = useQuery(ticketDetailQuery(id))
  if (error instanceof ApiError && error.code === 'not_found.ticket')
    return <EmptyState icon={IconReceiptOff} title="Tiket tidak ditemukan" action={<Button onClick={onClose}>Ke daftar tiket</Button>} />
  if (error && !data) return <ErrorState title="Tiket belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <Stack gap="lg">
      <TicketStanding detail={data} />
      <TicketActions key={id} detail={data} decide={decide} />
      <Facts facts={ticketFacts(data)} />
      {data.proof && <Image src={data.proof} alt="Bukti transfer dari member" radius="md" />}
      <section>
        <Text component="h3" fw={650} mb={8}>
          Member
        </Text>
        <Facts facts={memberFacts(data)} />
      </section>
    </Stack>
  )
}
