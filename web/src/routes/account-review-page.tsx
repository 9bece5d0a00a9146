import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Sessions } from '#features/auth/access/sessions.tsx'
import { useUser } from '#features/auth/access/use-user.ts'
import { SellerServer } from '#features/catalogue/seller-api/seller-server.tsx'
import { NewestSpecialPrices } from '#features/catalogue/special-prices/newest-special-prices.tsx'
import { BankAccountList } from '#features/funds/bank-accounts/bank-account-list.tsx'
import { VerifiedPhone } from '#features/members/members/verified-phone.tsx'
import { SecondFactor } from '#features/members/two-factor/second-factor.tsx'
import { buyerOptionsQuery } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { CallbackUrl } from '#features/ordering/buyer-options/callback-url.tsx'
import { CommonIpAddresses } from '#features/ordering/buyer-options/common-ip-addresses.tsx'
import { NewestEntries } from '#features/ordering/buying-list/newest-entries.tsx'
import { KeyList } from '#features/partners/api-keys/key-list.tsx'
import { CallbackOrigins } from '#features/partners/callbacks/callback-origins.tsx'
import { NewCallbackSecret } from '#features/partners/callbacks/new-callback-secret.tsx'
import { JabberList } from '#features/partners/jabber/jabber-list.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

/**
 * A page that lists everything that an intruder with the old password could have added to the account, each with a button to remove it. The e-mail
 * about a new password links to this page.
 */
export function AccountReviewPage() {
  const user = useUser()
  const { data: options } = useQuery(buyerOptionsQuery)
  const sells = user?.roles.some(({ name }) => name === 'ROLE_SELLER')
  return (
    <PageFrame title="Periksa akun">
      <Section
        title="Apakah semua ini milik Anda?"
        hint="Setelah password diganti, periksa satu per satu. Hapus atau akhiri yang tidak Anda kenal; API key yang masih baru diistirahatkan sampai Anda menekan Ini milik saya."
      />
      <Sessions />
      <KeysAndCallback />
      <Section title="Secret callback" hint="Siapa pun yang mengetahuinya bisa mengirim hasil pesanan palsu ke server Anda.">
        <div>
          <NewCallbackSecret />
        </div>
      </Section>
      <BankAccountList />
      <NewestEntries routing={options?.routing} />
      <JabberList />
      {user && <VerifiedPhone user={user} />}
      {user && <SecondFactor user={user} />}
      {sells && <SellerServer />}
      {sells && <NewestSpecialPrices />}
    </PageFrame>
  )
}

function KeysAndCallback() {
  const { data, error, refetch } = useQuery(buyerOptionsQuery)
  if (data)
    return (
      <>
        <KeyList options={data} action={null} />
        <CommonIpAddresses list={data.ip} />
        <CallbackUrl address={data.callback} />
        <CallbackOrigins address={data.callback} />
      </>
    )
  if (!error) return <Skeleton height={240} radius={12} />
  return (
    <Section title="API key">
      <ErrorState message={error.message} onRetry={() => void refetch()} />
    </Section>
  )
}
