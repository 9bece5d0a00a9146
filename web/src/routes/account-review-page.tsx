import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Sessions } from '#features/access/sessions.tsx'
import { KeyList } from '#features/api-keys/key-list.tsx'
import { BankList } from '#features/bank-accounts/bank-list.tsx'
import { buyerOptionsQuery } from '#features/buyer-options/buyer-options.api.ts'
import { CallbackAddress } from '#features/buyer-options/callback-address.tsx'
import { JabberList } from '#features/jabber/jabber-list.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Section } from '#ui/section.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Everything that somebody who knew the old password could have left behind, each with its end. Letters about a new password lead here. */
export function AccountReviewPage() {
  return (
    <PageFrame title="Periksa akun">
      <Section
        title="Apakah semua ini milik Anda?"
        hint="Setelah password diganti, periksa satu per satu. Hapus atau akhiri yang tidak Anda kenal; API key yang masih baru diistirahatkan sampai Anda menekan Ini milik saya."
      />
      <Sessions />
      <KeysAndCallback />
      <BankList />
      <JabberList />
    </PageFrame>
  )
}

function KeysAndCallback() {
  const { data, error, refetch } = useQuery(buyerOptionsQuery)
  if (data)
    return (
      <>
        <KeyList settings={data} action={null} />
        <CallbackAddress address={data.callback} />
      </>
    )
  if (!error) return <Skeleton height={240} radius={12} />
  return (
    <Section title="API key">
      <ErrorState message={error.message} onRetry={() => void refetch()} />
    </Section>
  )
}
