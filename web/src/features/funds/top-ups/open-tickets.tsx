import type { PaymentHistory } from '@lapak/contract/funds/wallet'
import { wib } from '@lapak/contract/shared/time-text'
import { Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/funds/top-ups/open-tickets.module.css'
import { openTicketsQuery } from '#features/funds/top-ups/top-ups.api.ts'
import { CardLink } from '#ui/card-link.tsx'
import { Rupiah } from '#ui/money.tsx'

/** The tickets that wait for payment. They are shown so that members do not create a second ticket for the same payment. */
export function OpenTickets() {
  const { data: tickets = [] } = useQuery(openTicketsQuery)
  if (tickets.length === 0) return null
  return (
    <section aria-label="Tiket terbuka" className={classes.tickets}>
      {tickets.map((ticket) => (
        <OpenTicketLink key={ticket.invoice} ticket={ticket} />
      ))}
    </section>
  )
}

const OpenTicketLink = ({ ticket: { invoice, method, nominal, paymenthistorydatetime } }: { ticket: PaymentHistory }) => (
  <CardLink to="/confmdeposit/$invoice" params={{ invoice }} size="sm" className={classes.ticket}>
    <span className={classes.words}>
      <Text component="span" display="block" fw={650}>
        Tiket terbuka {invoice}
      </Text>
      <Text component="span" display="block" size="sm" c="dimmed">
        {method}, dibuat {wib(paymenthistorydatetime)}
      </Text>
    </span>
    <Rupiah of={nominal} strong />
    <IconChevronRight size={18} aria-hidden />
  </CardLink>
)
