import { passwordMax, passwordTooShort } from '@lapak/contract/members/passwords'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { resetPassword } from '#features/auth/access/account.api.ts'
import { usePasswordMin } from '#features/auth/access/use-password-min.ts'
import { ApiError } from '#lib/api-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'

const toggle = { 'aria-label': 'Tampilkan atau sembunyikan password' }

interface ResetFormProps {
  token: string
  onReset: (msg: string) => void
  /** Called when the server refuses the link because it is expired, used or invalid. */
  onSpent: (msg: string) => void
}

export function ResetForm({ token, onReset, onSpent }: ResetFormProps) {
  const min = usePasswordMin().reset
  const { field, formProps, busy, sent } = useServerForm({
    initialValues: { password: '', passwordconf: '' },
    validate: {
      password: (password) => wrongWith(password, min),
      passwordconf: (again, { password }) => wrongWith(again, min) ?? (again === password ? null : 'Password not match'),
    },
    send: (passwords) => resetPassword({ token, ...passwords }),
    onSuccess: ({ msg }) => onReset(msg),
    onError: (error) => {
      const spent = error instanceof ApiError && error.code === 'access.reset_invalid'
      if (spent) onSpent(error.message)
      return spent
    },
    fieldByErrorCode: { 'access.password_common': 'password' },
  })
  const password = { autoComplete: 'new-password', maxLength: passwordMax, visibilityToggleButtonProps: toggle }
  return (
    <form {...formProps}>
      <Stack gap="md">
        <PasswordInput
          label="Password baru"
          description={`Paling sedikit ${min} karakter`}
          autoFocus
          {...password}
          {...field('password')}
        />
        <PasswordInput label="Ulangi password baru" {...password} {...field('passwordconf')} />
        <Button type="submit" fullWidth loading={busy || sent}>
          Simpan password
        </Button>
      </Stack>
    </form>
  )
}

function wrongWith(password: string, min: number) {
  if (!password) return 'Field is required'
  return password.length < min ? passwordTooShort.reset(min) : null
}
