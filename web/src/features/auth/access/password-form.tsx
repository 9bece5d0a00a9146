import { passwordTooShort } from '@lapak/contract/members/passwords'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { changePassword } from '#features/auth/access/account.api.ts'
import { usePasswordMin } from '#features/auth/access/use-password-min.ts'
import { whileEndingSession } from '#lib/session.ts'
import { useConfirmLeave } from '#lib/use-confirm-leave.ts'
import { useServerForm } from '#lib/use-server-form.ts'

const fields = ['passlama', 'passbaru', 'passkonfirmasi'] as const
type Field = (typeof fields)[number]

const labels: Record<Field, string> = {
  passlama: 'Password lama',
  passbaru: 'Password baru',
  passkonfirmasi: 'Ulangi password baru',
}

/** Changes the password. The server then ends every session of the account, including this session. */
export function PasswordForm({ onChanged }: { onChanged: (msg: string) => Promise<void> }) {
  const min = usePasswordMin().change
  const longEnough = (text: string) => (text === '' ? 'Field is required' : text.length < min ? passwordTooShort.change(min) : null)
  const { field, formProps, busy, unsent } = useServerForm<Record<Field, string>, void>({
    initialValues: { passlama: '', passbaru: '', passkonfirmasi: '' },
    validate: {
      // The current password may be shorter than the minimum length that is in force today.
      passlama: (text) => (text === '' ? 'Field is required' : null),
      passbaru: longEnough,
      passkonfirmasi: (text, { passbaru }) => longEnough(text) ?? (text === passbaru ? null : 'Password not match'),
    },
    send: (body) =>
      whileEndingSession(async () => {
        const { msg } = await changePassword(body)
        await onChanged(msg)
      }),
    fieldByErrorCode: { 'access.old_password': 'passlama', 'access.password_common': 'passbaru' },
  })
  useConfirmLeave(unsent, 'Password belum diganti. Tinggalkan halaman ini?')

  return (
    <form {...formProps}>
      <Stack gap="md">
        {fields.map((name) => (
          <PasswordInput
            {...field(name)}
            key={name}
            label={labels[name]}
            description={name === 'passbaru' ? `Minimal ${min} karakter` : undefined}
            autoComplete={name === 'passlama' ? 'current-password' : 'new-password'}
            visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan atau sembunyikan password' }}
          />
        ))}
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-start' }}>
          Ganti Password
        </Button>
      </Stack>
    </form>
  )
}
