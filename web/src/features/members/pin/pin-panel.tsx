import { pinLength, pinTooShort } from '@lapak/contract/members/pin'
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { IconLockCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { useChangePin } from '#features/members/pin/pin.api.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { Section } from '#ui/section.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'

/** The setting of the transaction PIN, which orders in the web app require, so that another person cannot use an unattended phone to buy. */
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
          <StatusBadge colour="green" icon={IconLockCheck} label="PIN aktif" />
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

// — Pin form

type Values = Record<'password' | 'pin' | 'again', string>

const whole = new RegExp(`^\\d{${pinLength}}$`)

/** Sets or changes the PIN, or removes it if `off` is true. All of these changes require the password. */
function PinForm({ off, onEnd }: { off: boolean; onEnd: () => void }) {
  const change = useChangePin()
  const { form, field, formProps, busy, unsent } = useServerForm<Values, unknown>({
    initialValues: { password: '', pin: '', again: '' },
    validate: {
      password: (text) => (text === '' ? 'Password is required' : null),
      pin: (text) => (off || whole.test(text) ? null : pinTooShort),
      again: (text, { pin }) => (off || text === pin ? null : 'PIN tidak sama'),
    },
    send: ({ password, pin }) => change.mutateAsync({ password, pin: off ? '' : pin }),
    onSuccess: onEnd,
    fieldByErrorCode: { access: 'password', pin: 'pin' },
  })
  useConfirmLeave(unsent, 'PIN belum disimpan. Tinggalkan dan buang isiannya?')

  const digits = (name: 'pin' | 'again') => ({
    ...field(name),
    type: 'password',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: pinLength,
    visibilityToggleButtonProps: { 'aria-label': 'Tampilkan atau sembunyikan PIN' },
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      form.setFieldValue(name, event.currentTarget.value.replace(/\D/g, '').slice(0, pinLength)),
  })

  return (
    <form {...formProps}>
      <Stack gap="md" maw={360}>
        {off && <Text size="sm">Tanpa PIN, siapa pun yang memegang perangkat ini bisa membeli dengan saldo Anda.</Text>}
        <PasswordInput
          label="Password akun"
          autoFocus
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan atau sembunyikan password' }}
          {...field('password')}
        />
        {!off && (
          <>
            <PasswordInput label="PIN baru" description={`${pinLength} angka yang tidak mudah ditebak`} {...digits('pin')} />
            <PasswordInput label="Ulangi PIN baru" {...digits('again')} />
          </>
        )}
        <Group gap="xs">
          <Button type="submit" color={off ? 'red' : undefined} loading={busy}>
            {off ? 'Matikan PIN' : 'Simpan PIN'}
          </Button>
          <Button variant="default" disabled={busy} onClick={onEnd}>
            Batal
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
