import type { User } from '@lapak/contract/access'
import { Stack } from '@mantine/core'
import { SecretText } from '#ui/secret-text.tsx'
import { Section } from '#ui/section.tsx'

/** The member's own accounts for paying in; whatever arrives there is credited. */
export function VirtualAccounts({ accounts }: { accounts: User['va'] }) {
  if (accounts.length === 0) return null
  return (
    <Section title="Virtual account" hint="Transfer ke nomor ini langsung masuk ke saldo Anda.">
      <Stack gap="xs">
        {accounts.map(({ bank, nova }) => (
          <SecretText key={`${bank} ${nova}`} label={bank} text={nova} />
        ))}
      </Stack>
    </Section>
  )
}
