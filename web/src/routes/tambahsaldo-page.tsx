import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { OpenTickets } from '#features/deposits/open-tickets.tsx'
import { TopupForm } from '#features/deposits/topup-form.tsx'
import { VirtualAccounts } from '#features/gateway/virtual-accounts.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/tambahsaldo')

/** Money into the balance. The Topup dialog of the top bar leads here with its amount and method in the address. */
export function TopupPage() {
  const { jumlah, methode } = route.useSearch()
  const navigate = useNavigate()
  return (
    <PageFrame title="Topup Saldo">
      <OpenTickets />
      <TopupForm
        key={`${jumlah} ${methode}`}
        known={{ amount: jumlah === undefined ? null : BigInt(jumlah), methode }}
        onTicket={(invoice) => void navigate({ to: '/confmdeposit/$invoice', params: { invoice } })}
      />
      <VirtualAccounts />
    </PageFrame>
  )
}
