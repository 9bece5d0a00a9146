import { codeLength, recoveryCodeExample, recoveryGroupLength } from '@lapak/contract/shared/two-factor-codes'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { loadSignIn } from '#features/auth/access/load-sign-in.ts'
import { RefusedSignInEmail } from '#features/auth/access/refused-sign-in-email.tsx'
import classes from '#features/auth/access/two-factor-form.module.css'
import { ApiError } from '#lib/api-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'

interface SecondStep {
  mfaToken: string
  /** Empty if no e-mail address was typed. */
  email: string
  onSignedIn: () => void
  onCancel: () => void
}

/** The second step of signing in: the code of the authenticator app, or a recovery code if the member does not have the phone. */
export function TwoFactorForm(step: SecondStep) {
  const [kind, setKind] = useState<keyof typeof kinds>('authenticator')
  const other = kind === 'authenticator' ? 'recovery' : 'authenticator'
  return (
    <CodeForm key={kind} kind={kind} {...step}>
      <Button variant="subtle" fullWidth onClick={() => setKind(other)}>
        {kinds[other].choose}
      </Button>
    </CodeForm>
  )
}

const recoveryCharacters = 2 * recoveryGroupLength

const kinds = {
  authenticator: {
    choose: 'Pakai kode authenticator',
    explanation: `Buka aplikasi authenticator Anda, lalu ketik kode ${codeLength} angka untuk Lapak.`,
    label: 'Kode authenticator',
    wrong: `Kode harus ${codeLength} angka`,
    isWhole: (code: string) => code.length === codeLength,
    read: (typed: string) => typed.replace(/\D/g, '').slice(0, codeLength),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    choose: 'Pakai kode pemulihan',
    explanation: 'Ketik salah satu kode pemulihan yang Anda simpan. Setiap kode hanya bisa dipakai sekali.',
    label: 'Kode pemulihan',
    wrong: `Kode pemulihan berisi ${recoveryCharacters} huruf dan angka, contoh ${recoveryCodeExample}`,
    isWhole: (code: string) => code.length === recoveryCharacters + 1,
    read: (typed: string) => {
      const characters = typed
        .replace(/[^a-z\d]/gi, '')
        .toUpperCase()
        .slice(0, recoveryCharacters)
      return characters.length > recoveryGroupLength
        ? `${characters.slice(0, recoveryGroupLength)}-${characters.slice(recoveryGroupLength)}`
        : characters
    },
    input: { inputMode: 'text', autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  },
} as const

function CodeForm({
  kind,
  mfaToken,
  email,
  onSignedIn,
  onCancel,
  children,
}: SecondStep & { kind: keyof typeof kinds; children: React.ReactNode }) {
  const { explanation, label, wrong, isWhole, read, input } = kinds[kind]
  const place = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string>()
  const { form, field, formProps, busy, sent } = useServerForm({
    initialValues: { code: '' },
    validate: { code: (code) => (isWhole(code) ? null : wrong) },
    send: async ({ code }) => (await loadSignIn()).answerTwoFactor({ mfaToken, code }),
    onSuccess: onSignedIn,
    onError: (error) => {
      // The server accepts no further code, so the member has to enter the password again.
      const code = error instanceof ApiError ? error.code : undefined
      setRefused(code)
      if (code === 'access.mfa_expired') onCancel()
      else place.current?.focus()
    },
  })

  return (
    <form {...formProps}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {explanation}
        </Text>
        <TextInput
          label={label}
          ref={place}
          autoFocus
          classNames={{ input: classes.code }}
          data-kind={kind}
          {...input}
          {...field('code')}
          onChange={(event) => form.setFieldValue('code', read(event.currentTarget.value))}
        />
        <Button type="submit" fullWidth loading={busy || sent}>
          Verifikasi
        </Button>
        {refused !== undefined && email !== '' && <RefusedSignInEmail code={refused} email={email} />}
        <Stack gap={4}>
          {children}
          <Button variant="subtle" color="gray" fullWidth onClick={onCancel} disabled={busy}>
            Batal
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}
