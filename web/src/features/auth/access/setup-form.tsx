import { nameMin, nameTooShort } from '@lapak/contract/auth/access'
import { passwordMax, passwordTooShort } from '@lapak/contract/members/passwords'
import { emailPattern } from '@lapak/contract/shared/wire'
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { makeFirstAdministrator } from '#features/auth/access/sign-in.api.ts'
import { usePasswordMin } from '#features/auth/access/use-password-min.ts'
import { ApiError } from '#lib/api-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'

const toggle = { 'aria-label': 'Tampilkan atau sembunyikan password' }

interface SetupFormProps {
  /** The token of the address that the log names; empty if the address was typed. */
  token: string
  onMade: () => void
  /** Called when an administrator exists by now, or the token has expired. */
  onClosed: () => void
}

/** The form of the first administrator. */
export function SetupForm({ token, onMade, onClosed }: SetupFormProps) {
  const min = usePasswordMin().register
  const { field, formProps, busy, sent } = useServerForm({
    initialValues: { token, nama: '', email: '', password: '', confmpassword: '' },
    validate: {
      token: missing,
      nama: (name) => missing(name) ?? (name.trim().length < nameMin ? nameTooShort : null),
      email: (email) => missing(email) ?? (emailPattern.test(email.trim()) ? null : 'E-mail must be valid'),
      password: (password) => missing(password) ?? (password.length < min ? passwordTooShort.register(min) : null),
      confmpassword: (again, { password }) => missing(again) ?? (again === password ? null : 'Password not match'),
    },
    send: (values) =>
      makeFirstAdministrator({ ...values, token: values.token.trim(), nama: values.nama.trim(), email: values.email.trim() }),
    onSuccess: onMade,
    onError: (error) => {
      const closed = error instanceof ApiError && error.code === 'setup.closed'
      if (closed) onClosed()
      return closed
    },
    fieldByErrorCode: { 'setup.token': 'token', 'member.email_taken': 'email', 'access.password_common': 'password' },
  })
  const password = { autoComplete: 'new-password', maxLength: passwordMax, visibilityToggleButtonProps: toggle }
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput
          label="Kode pemasangan"
          description="Ada di log Lapak saat mulai, di baris dengan kata setup"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          autoFocus={token === ''}
          {...field('token')}
        />
        <TextInput label="Nama" autoComplete="name" maxLength={100} autoFocus={token !== ''} {...field('nama')} />
        <TextInput label="E-mail" type="email" autoComplete="username" maxLength={200} {...field('email')} />
        <PasswordInput label="Password" description={`Paling sedikit ${min} karakter`} {...password} {...field('password')} />
        <PasswordInput label="Ulangi password" {...password} {...field('confmpassword')} />
        <Button type="submit" fullWidth loading={busy || sent}>
          Buat admin pertama
        </Button>
      </Stack>
    </form>
  )
}

const missing = (text: string): string | null => (text.trim() ? null : 'Please fill')
