import { passwordMax, passwordTooShort } from '@lapak/contract/members/passwords'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { activateAccount } from '#features/auth/access/account.api.ts'
import { usePasswordMin } from '#features/auth/access/use-password-min.ts'
import { ApiError } from '#lib/api-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'

interface ActivationProps {
  token: string
  /** The account was made by somebody else, so that it has no password yet. */
  isInvited: boolean
  /** Called when the link expired or was used since the page was opened. */
  onSpent: () => void
}

/**
 * The form that activates an account. The link belongs to one registration, and the password of that registration activates the account. The reader
 * of the e-mail may not be the person who registered, so the reader can also choose a new password here.
 */
export function ActivationForm(props: ActivationProps) {
  const [anew, setAnew] = useState(props.isInvited)
  const other = !props.isInvited && (
    <Button variant="subtle" fullWidth onClick={() => setAnew(!anew)}>
      {anew ? 'Pakai password saat mendaftar' : 'Lupa? Buat password baru'}
    </Button>
  )
  return anew ? <NewPassword {...props}>{other}</NewPassword> : <OwnPassword {...props}>{other}</OwnPassword>
}

type Part = ActivationProps & { children: ReactNode }

const looks = { maxLength: passwordMax, visibilityToggleButtonProps: { 'aria-label': 'Tampilkan atau sembunyikan password' } }

function OwnPassword({ children, ...props }: Part) {
  const { field, formProps, busy, sent } = useServerForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : 'Password is required') },
    ...sending(props),
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <PasswordInput
          label="Password"
          description="Password yang Anda pilih saat mendaftar"
          autoComplete="current-password"
          autoFocus
          {...looks}
          {...field('password')}
        />
        <Button type="submit" fullWidth loading={busy || sent}>
          Aktifkan akun
        </Button>
        {children}
      </Stack>
    </form>
  )
}

function NewPassword({ children, ...props }: Part) {
  const min = usePasswordMin().register
  const wrongWith = (password: string) =>
    password === '' ? 'Field is required' : password.length < min ? passwordTooShort.register(min) : null
  const { field, formProps, busy, sent } = useServerForm({
    initialValues: { password: '', passwordconf: '' },
    validate: {
      password: wrongWith,
      passwordconf: (again, { password }) => wrongWith(again) ?? (again === password ? null : 'Password not match'),
    },
    ...sending(props),
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <PasswordInput
          label="Password baru"
          description={`Paling sedikit ${min} karakter`}
          autoComplete="new-password"
          autoFocus
          {...looks}
          {...field('password')}
        />
        <PasswordInput label="Ulangi password baru" autoComplete="new-password" {...looks} {...field('passwordconf')} />
        <Button type="submit" fullWidth loading={busy || sent}>
          Simpan dan aktifkan akun
        </Button>
        {children}
      </Stack>
    </form>
  )
}

const sending = ({ token, onSpent }: ActivationProps) => ({
  send: (passwords: { password: string; passwordconf?: string }) => activateAccount({ token, ...passwords }),
  onError: (error: Error) => {
    const spent = error instanceof ApiError && error.code === 'access.activation_invalid'
    if (spent) onSpent()
    return spent
  },
  fieldByErrorCode: { 'access.activation_wrong': 'password', 'access.password_common': 'password' } as const,
})
