import { getRouteApi } from '@tanstack/react-router'
import { Ticket } from '#features/funds/top-ups/ticket.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/confmdeposit/$invoice')

export function TopUpTicketPage() {
  const { invoice } = route.useParams()
  return (
    <PageFrame title="Konfirmasi deposit">
      <Ticket key={invoice} invoice={invoice} />
    </PageFrame>
  )
}
