import { emailPattern } from '@lapak/contract/wire'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { askForReset } from '#features/access/account.api.ts'
import { showRefused } from '#features/access/show-refused.ts'
import { focusFirst } from '#lib/form-errors.ts'
import { sayDone } from '#ui/snackbar.ts'

export function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm({ initialValues: { email: '' }, validate: { email: wrongWith } })
  const send = useMutation({
    mutationFn: (email: string) => askForReset(email),
    onSuccess: ({ msg }, email) => {
      sayDone(msg)
      onSent(email)
    },
    onError: (error) => showRefused(form, error),
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ email }) => send.mutate(email.trim()),
        (errors) => focusFirst(form, errors),
      )}
    >
      <Stack gap="md">
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          maxLength={200}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Button type="submit" fullWidth loading={send.isPending || send.isSuccess}>
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
