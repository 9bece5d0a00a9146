import { passwordMin } from '@lapak/contract/access'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { resetPassword } from '#features/access/account.api.ts'
import { showRefused } from '#features/access/show-refused.ts'
import { ApiError } from '#lib/api-error.ts'
import { focusFirst } from '#lib/form-errors.ts'

const toggle = { 'aria-label': 'Tampilkan atau sembunyikan password' }

interface ResetFormProps {
  token: string
  onReset: (msg: string) => void
  /** The link is too old, used, or not one of ours. */
  onSpent: (msg: string) => void
}

export function ResetForm({ token, onReset, onSpent }: ResetFormProps) {
  const form = useForm({
    initialValues: { password: '', passwordconf: '' },
    validate: {
      password: wrongWith,
      passwordconf: (again, { password }) => wrongWith(again) ?? (again === password ? null : 'Password not match'),
    },
  })
  const send = useMutation({
    mutationFn: (passwords: { password: string; passwordconf: string }) => resetPassword({ token, ...passwords }),
    onSuccess: ({ msg }) => onReset(msg),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'access.reset_invalid') onSpent(error.message)
      else showRefused(form, error)
    },
  })
  const field = (name: 'password' | 'passwordconf') => ({
    name,
    autoComplete: 'new-password',
    maxLength: 200,
    visibilityToggleButtonProps: toggle,
    key: form.key(name),
    ...form.getInputProps(name),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (passwords) => send.mutate(passwords),
        (errors) => focusFirst(form, errors),
      )}
    >
      <Stack gap="md">
        <PasswordInput
          label="Password baru"
          description={`Paling sedikit ${passwordMin.reset} karakter`}
          autoFocus
          {...field('password')}
        />
        <PasswordInput label="Ulangi password baru" {...field('passwordconf')} />
        <Button type="submit" fullWidth loading={send.isPending || send.isSuccess}>
          Simpan password
        </Button>
      </Stack>
    </form>
  )
}

function wrongWith(password: string) {
  if (!password) return 'Field is required'
  return password.length < passwordMin.reset ? `Password minimal ${passwordMin.reset} karakter` : null
}
