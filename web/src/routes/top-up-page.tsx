import { Text } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useUser } from '#features/auth/access/use-user.ts'
import { VirtualAccounts } from '#features/funds/payment-gateway/virtual-accounts.tsx'
import { OpenTickets } from '#features/funds/top-ups/open-tickets.tsx'
import { TopUpForm } from '#features/funds/top-ups/top-up-form.tsx'
import { Card } from '#ui/card.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import link from '#ui/text-link.module.css'

const route = getRouteApi('/signed-in/tambahsaldo')

/** The page of top-ups. The top-up dialog of the top bar opens this page with amount and method in the URL. */
export function TopUpPage() {
  const { jumlah, methode } = route.useSearch()
  const navigate = useNavigate()
  // Shown at once to a member with an incomplete account, because the server would refuse the request only after the whole form was filled in.
  if (useUser()?.complete === false)
    return (
      <PageFrame title="Topup Saldo">
        <Card>
          <Text size="sm">
            Untuk topup,{' '}
            <Link to="/home" className={link.inline}>
              lengkapi akun Anda
            </Link>{' '}
            dahulu.
          </Text>
        </Card>
      </PageFrame>
    )
  return (
    <PageFrame title="Topup Saldo">
      <OpenTickets />
      <TopUpForm
        key={`${jumlah} ${methode}`}
        known={{ amount: jumlah === undefined ? null : BigInt(jumlah), methode }}
        onTicket={(invoice) => void navigate({ to: '/confmdeposit/$invoice', params: { invoice } })}
      />
      <VirtualAccounts />
    </PageFrame>
  )
}
