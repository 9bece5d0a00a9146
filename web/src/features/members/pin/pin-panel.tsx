import { pinLength } from '@lapak/contract/members/pin'
import { Button, Group } from '@mantine/core'
import { IconLockCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { PinForm } from '#features/members/pin/pin-form.tsx'
import { Section } from '#ui/section.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The PIN that orders on this page need, so that a telephone left on the counter buys nothing. */
export function PinPanel() {
  const user = useUser()
  const [wanted, setWanted] = useState<'set' | 'off'>()
  if (!user) return null
  const end = () => setWanted(undefined)
  return (
    <Section
      title="PIN transaksi"
      hint={`Dengan PIN, setiap pembelian di halaman web meminta ${pinLength} angka ini. Pesanan lewat API dan Jabber tidak berubah.`}
      action={
        !user.pin &&
        !wanted && (
          <Button variant="default" onClick={() => setWanted('set')}>
            Pasang PIN
          </Button>
        )
      }
    >
      {user.pin && (
        <div>
          <StatusBadge colour="green" icon={IconLockCheck} word="PIN aktif" />
        </div>
      )}
      {user.pin && !wanted && (
        <Group gap="xs">
          <Button variant="default" onClick={() => setWanted('set')}>
            Ganti PIN
          </Button>
          <Button variant="subtle" color="red" onClick={() => setWanted('off')}>
            Matikan
          </Button>
        </Group>
      )}
      {wanted && <PinForm key={wanted} off={wanted === 'off'} onEnd={end} />}
    </Section>
  )
}
