import { useUser } from '#features/auth/access/use-user.ts'
import { TwoFactorOff } from '#features/members/two-factor/two-factor-off.tsx'
import { TwoFactorOn } from '#features/members/two-factor/two-factor-on.tsx'
import { Section } from '#ui/section.tsx'

interface PanelProps {
  /** The server has ended every session; the new codes wait in `new-codes.ts`. */
  onActivated: () => Promise<void>
}

/** Two-step security: already on, or a QR code to switch it on (B-STATE-35). */
export function TwoFactorPanel({ onActivated }: PanelProps) {
  const user = useUser()
  if (!user) return null
  return (
    <Section
      title="Verifikasi dua langkah"
      hint="Selain password, masuk ke Lapak membutuhkan kode dari aplikasi authenticator di ponsel Anda."
    >
      {user.twofactor ? <TwoFactorOn /> : <TwoFactorOff onActivated={onActivated} />}
    </Section>
  )
}
