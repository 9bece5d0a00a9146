import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { loadSignIn, preloadSignIn } from '#features/auth/access/load-sign-in.ts'
import type { SignInResult } from '#features/auth/access/sign-in.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { useSubmission } from '#lib/use-submission.ts'

// Loaded on demand, because few visitors need this component.
const RefusedSignInEmail = lazy(() =>
  import('#features/auth/access/refused-sign-in-email.tsx').then((module) => ({ default: module.RefusedSignInEmail })),
)

interface Entry {
  email: string
  password: string
}

/** The first step of signing in. It does not use the form library, which is larger than the rest of this screen. */
export function LoginForm({ onAnswer }: { onAnswer: (answer: SignInResult, email: string) => void }) {
  const [errors, setErrors] = useState<Partial<Entry>>({})
  const fields = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }
  const typedEmail = () => fields.email.current?.value.trim() ?? ''
  const [refused, setRefused] = useState<{ code: string; email: string }>()
  const { submit, busy, sent } = useSubmission({
    send: async (entry: Entry) => (await loadSignIn()).signInWithPassword(entry),
    onSuccess: (answer) => onAnswer(answer, typedEmail()),
    onError: (error) => {
      if (error instanceof ApiError) setRefused({ code: error.code ?? '', email: typedEmail() })
      fields.password.current?.focus()
    },
    fields: ['email', 'password'],
    show: setErrors,
  })

  function send(event: FormEvent) {
    event.preventDefault()
    const entry = { email: typedEmail(), password: fields.password.current?.value ?? '' }
    const missing = { email: entry.email ? undefined : 'E-mail is required', password: entry.password ? undefined : 'Password is required' }
    setErrors(missing)
    if (missing.email) fields.email.current?.focus()
    else if (missing.password) fields.password.current?.focus()
    else {
      setRefused(undefined)
      void submit(entry)
    }
  }
  const field = (name: keyof Entry) => ({
    name,
    ref: fields[name],
    error: errors[name],
    onChange: () => setErrors((before) => ({ ...before, [name]: undefined })),
  })

  return (
    <form noValidate onInputCapture={preloadSignIn} onSubmit={send}>
      <Stack gap="md">
        <TextInput label="E-mail" type="email" autoComplete="username" autoFocus {...field('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan atau sembunyikan password' }}
          {...field('password')}
        />
        <Button type="submit" fullWidth loading={busy || sent} mt={4}>
          Masuk
        </Button>
        <Suspense>{refused && <RefusedSignInEmail {...refused} />}</Suspense>
      </Stack>
    </form>
  )
}
