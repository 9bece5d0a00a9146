import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { virtualAccountsQuery } from '#features/funds/payment-gateway/payment-gateway.api.ts'
import { SecretText } from '#ui/secret-text.tsx'
import { Section } from '#ui/section.tsx'

/** The virtual accounts of the member; every payment to one of these accounts is credited to the member. */
export function VirtualAccounts() {
  const { data: accounts = [] } = useQuery(virtualAccountsQuery)
  if (accounts.length === 0) return null
  return (
    <Section title="Virtual account" hint="Transfer ke nomor ini langsung masuk ke saldo Anda.">
      <Stack gap="xs">
        {accounts.map(({ bank, nova }) =>
          nova === null ? <Skeleton key={bank} height={54} /> : <SecretText key={bank} label={bank} text={nova} />,
        )}
      </Stack>
    </Section>
  )
}
