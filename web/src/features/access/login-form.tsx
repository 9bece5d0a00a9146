import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { loadSignIn, prepareSignIn } from '#features/access/load-sign-in.ts'
import type { SignIn } from '#features/access/sign-in.api.ts'
import { ApiError } from '#lib/api-error.ts'

// Few visitors need it.
const ResendActivation = lazy(() =>
  import('#features/access/resend-activation.tsx').then((module) => ({ default: module.ResendActivation })),
)

interface Entry {
  email: string
  password: string
}

/** The first step of signing in. By hand, because the library for forms is heavier than the rest of this screen. */
export function LoginForm({ onAnswer }: { onAnswer: (answer: SignIn) => void }) {
  const [errors, setErrors] = useState<Partial<Entry>>({})
  const fields = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }
  const enter = useMutation({
    mutationFn: async (entry: Entry) => (await loadSignIn()).signIn(entry),
    onSuccess: onAnswer,
    onError: () => fields.password.current?.focus(),
  })
  const inactive = enter.error instanceof ApiError && enter.error.code === 'access.not_activated' ? enter.variables?.email : undefined

  function send(event: FormEvent) {
    event.preventDefault()
    const entry = { email: fields.email.current?.value.trim() ?? '', password: fields.password.current?.value ?? '' }
    const missing = { email: entry.email ? undefined : 'E-mail is required', password: entry.password ? undefined : 'Password is required' }
    setErrors(missing)
    if (missing.email) fields.email.current?.focus()
    else if (missing.password) fields.password.current?.focus()
    else if (!enter.isPending) enter.mutate(entry)
  }
  const field = (name: keyof Entry) => ({
    name,
    ref: fields[name],
    error: errors[name],
    onChange: () => setErrors((before) => ({ ...before, [name]: undefined })),
  })

  return (
    <form noValidate onInputCapture={prepareSignIn} onSubmit={send}>
      <Stack gap="md">
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan atau sembunyikan password' }}
          {...field('password')}
        />
        <Button type="submit" fullWidth loading={enter.isPending || enter.isSuccess} mt={4}>
          Masuk
        </Button>
        <Suspense>{inactive && <ResendActivation email={inactive} lead="Akun ini belum diaktivasi." />}</Suspense>
      </Stack>
    </form>
  )
}
