import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { SignIn } from '#features/access/access.api.ts'
import { useAccess } from '#features/access/use-access.ts'

/** The first step of signing in. */
export function LoginForm({ onAnswer }: { onAnswer: (answer: SignIn) => void }) {
  const prepare = useAccess()
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) => (email.trim() ? null : 'E-mail is required'),
      password: (password) => (password ? null : 'Password is required'),
    },
  })
  const enter = useMutation({
    mutationFn: async (values: { email: string; password: string }) => {
      const access = await prepare()
      return access.signIn({ ...values, email: values.email.trim() })
    },
    onSuccess: onAnswer,
    onError: () => form.getInputNode('password')?.focus(),
  })

  return (
    <form
      noValidate
      onInputCapture={() => void prepare().catch(() => undefined)}
      onSubmit={form.onSubmit(
        (values) => enter.mutate(values),
        (errors) => form.getInputNode(errors.email ? 'email' : 'password')?.focus(),
      )}
    >
      <Stack gap="md">
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan atau sembunyikan password' }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={enter.isPending || enter.isSuccess} mt={4}>
          Masuk
        </Button>
      </Stack>
    </form>
  )
}
