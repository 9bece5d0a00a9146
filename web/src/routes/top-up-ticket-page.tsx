import { getRouteApi } from '@tanstack/react-router'
import { TopUpTicketView } from '#features/funds/top-ups/top-up-ticket-view.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/confmdeposit/$invoice')

export function TopUpTicketPage() {
  const { invoice } = route.useParams()
  return (
    <PageFrame title="Konfirmasi deposit">
      <TopUpTicketView key={invoice} invoice={invoice} />
    </PageFrame>
  )
}
