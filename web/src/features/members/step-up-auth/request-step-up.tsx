import type { User } from '@lapak/contract/auth/access'
import { otpLength } from '@lapak/contract/members/otp'
import { pinLength } from '@lapak/contract/members/pin'
import { stepUpMinutes } from '@lapak/contract/members/step-up-auth'
import type { StepUpBy } from '@lapak/contract/shared/call'
import { Button, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type FormEvent, useState } from 'react'
import { sendOtp } from '#features/members/otp/otp.api.ts'
import { OtpField } from '#features/members/otp/otp-field.tsx'
import { submitStepUp } from '#features/members/step-up-auth/step-up-auth.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { openWhenHostMounted } from '#ui/modals.ts'
import { PinField } from '#ui/pin-field.tsx'

/** Resolves to true after step-up authentication, to false if the dialog is closed. */
export function requestStepUp(user: User, by: StepUpBy): Promise<boolean> {
  return new Promise((answer) => {
    const dialog = openWhenHostMounted((modalId) =>
      modals.open({
        modalId,
        title: 'Konfirmasi bahwa ini Anda',
        size: 420,
        closeOnClickOutside: false,
        onClose: () => answer(false),
        children: (
          <StepUpForm
            user={user}
            by={by}
            onStepUp={() => {
              answer(true)
              dialog.close()
            }}
          />
        ),
      }),
    )
  })
}

// — Step up form

const wayWords = { password: 'Password', pin: 'PIN transaksi', code: 'Kode authenticator', otp: 'Kode lewat e-mail' } as const
type Way = keyof typeof wayWords

const emptyWords: Record<Way, string> = {
  password: 'Password is required',
  pin: `PIN harus ${pinLength} angka`,
  code: 'Kode authenticator wajib diisi',
  otp: 'Minta kode, lalu isi di sini',
}

interface StepUpFormProps {
  user: User
  by: StepUpBy
  onStepUp: () => void
}

/** Step-up authentication by any method that this member has. Members who sign in at a provider have no password and use a code by e-mail. */
function StepUpForm({ user, by, onStepUp }: StepUpFormProps) {
  const [way, setWay] = useState<Way>(by === 'mail' ? 'otp' : 'password')
  const { form, field, formProps, busy } = useServerForm({
    initialValues: { password: '', pin: '', code: '', otp: '', sid: '' },
    validate: (values) => ({ [way]: isFilled(way, values) ? null : emptyWords[way] }),
    send: ({ password, pin, code, otp, sid }) =>
      submitStepUp({ password: { password }, pin: { pin }, code: { code }, otp: { otp, sid } }[way]),
    onSuccess: onStepUp,
    fieldByErrorCode: { purchase: 'pin', two_factor: 'code', otp: 'otp', access: way },
  })
  const { pin, otp, sid } = form.values

  /** The dialog is rendered inside another form, so its submit event must not reach that form. */
  function submit(event: FormEvent<HTMLFormElement>) {
    event.stopPropagation()
    formProps.onSubmit(event)
  }

  function choose(chosen: string) {
    setWay(chosen as Way)
    form.clearErrors()
  }

  return (
    <form {...formProps} onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          Yang Anda ubah penting bagi keamanan akun. Setelah dikonfirmasi, tidak ditanya lagi selama {stepUpMinutes} menit.
        </Text>
        <NativeSelect
          label="Konfirmasi dengan"
          size="md"
          value={way}
          data={waysOf(user, by).map((value) => ({ value, label: wayWords[value] }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {way === 'password' && (
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan password' }}
            {...field('password')}
          />
        )}
        {way === 'pin' && (
          <PinField
            pin={pin}
            error={(form.errors.pin as string | undefined) ?? null}
            onType={(typed) => form.setFieldValue('pin', typed)}
          />
        )}
        {way === 'code' && (
          <TextInput label="Kode authenticator atau kode pemulihan" autoComplete="one-time-code" maxLength={20} {...field('code')} />
        )}
        {way === 'otp' && (
          <OtpField
            send={() => sendOtp('proof')}
            onSent={(sent) => form.setValues({ otp: '', sid: sent })}
            value={otp}
            onChange={(typed) => form.setFieldValue('otp', typed)}
            error={form.errors.otp}
          />
        )}
        <Button type="submit" loading={busy} disabled={way === 'otp' && sid === ''}>
          Konfirmasi
        </Button>
      </Stack>
    </form>
  )
}

const waysOf = (user: User, by: StepUpBy): Way[] =>
  by === 'mail' ? ['otp'] : ['password', ...(user.pin ? (['pin'] as const) : []), ...(user.twofactor ? (['code'] as const) : []), 'otp']

function isFilled(way: Way, values: Record<Way, string>): boolean {
  if (way === 'otp') return values.otp.length === otpLength
  return way === 'pin' ? values.pin.length === pinLength : values[way].trim() !== ''
}
