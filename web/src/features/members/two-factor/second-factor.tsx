import type { User } from '@lapak/contract/auth/access'
import { Text } from '@mantine/core'
import { TwoFactorEnabled } from '#features/members/two-factor/two-factor-enabled.tsx'
import { Section } from '#ui/section.tsx'

/** The state of two-factor authentication, with buttons to switch it off and to replace the recovery codes. */
export function SecondFactor({ user }: { user: User }) {
  return (
    <Section title="Verifikasi dua langkah" hint="Bila kode pemulihan mungkin dilihat orang lain, buat yang baru.">
      {user.twofactor ? (
        <TwoFactorEnabled />
      ) : (
        <Text size="sm" c="dimmed">
          Tidak aktif.
        </Text>
      )}
    </Section>
  )
}
