import { Button, Drawer, Image, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Decide } from '#features/tickets/decision-notice.tsx'
import { TicketActions } from '#features/tickets/ticket-actions.tsx'
import { memberFacts, ticketFacts } from '#features/tickets/ticket-facts.tsx'
import { TicketStanding } from '#features/tickets/ticket-standing.tsx'
import { ticketDetailQuery } from '#features/tickets/tickets.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { belowSm } from '#ui/bounds.ts'
import { Facts } from '#ui/facts.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

interface TicketProps {
  id: string
  onClose: () => void
  decide: Decide
}

/** One ticket with the situation of its member, beside the list; over it on a phone. */
export function TicketDrawer({ id, ...shown }: Omit<TicketProps, 'id'> & { id: string | undefined }) {
  const phone = useMediaQuery(belowSm)
  // Its question has the Escape for itself.
  const [asking, setAsking] = useState(false)
  return (
    <Drawer
      opened={id !== undefined}
      onClose={shown.onClose}
      closeOnEscape={!asking}
      position="right"
      size={phone ? '100%' : 520}
      title={id && `Tiket ${id}`}
    >
      {id && <Ticket id={id} onAsking={setAsking} {...shown} />}
    </Drawer>
  )
}

function Ticket({ id, onClose, onAsking, decide }: TicketProps & { onAsking: (asking: boolean) => void }) {
  const { data, error, refetch } = useQuery(ticketDetailQuery(id))
  if (error instanceof ApiError && error.code === 'not_found.ticket')
    return <EmptyState icon={IconReceiptOff} title="Tiket tidak ditemukan" action={<Button onClick={onClose}>Ke daftar tiket</Button>} />
  if (error && !data) return <ErrorState title="Tiket belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <Stack gap="lg">
      <TicketStanding detail={data} />
      <TicketActions key={id} detail={data} onAsking={onAsking} decide={decide} />
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
