import { emailPattern } from '@lapak/contract/shared/wire'
import { Button, Stack, TextInput } from '@mantine/core'
import { requestPasswordReset } from '#features/auth/access/account.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { showSuccess } from '#ui/snackbar.ts'

export function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const { field, formProps, busy, sent } = useServerForm({
    initialValues: { email: '' },
    validate: { email: wrongWith },
    send: ({ email }) => requestPasswordReset(email.trim()),
    onSuccess: ({ msg }, { email }) => {
      showSuccess(msg)
      onSent(email.trim())
    },
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus maxLength={200} {...field('email')} />
        <Button type="submit" fullWidth loading={busy || sent}>
          Kirim link reset
        </Button>
      </Stack>
    </form>
  )
}

function wrongWith(email: string) {
  if (!email.trim()) return 'E-mail is required'
  return emailPattern.test(email.trim()) ? null : 'E-mail must be valid'
}
