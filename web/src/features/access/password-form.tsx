import { accessCalls, passwordMin } from '@lapak/contract/access'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { submit } from '#lib/api.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { focusFirst, refusedFields } from '#lib/form-errors.ts'
import { endingByWish } from '#lib/session.ts'

const fields = ['passlama', 'passbaru', 'passkonfirmasi'] as const
type Field = (typeof fields)[number]

const labels: Record<Field, string> = {
  passlama: 'Password lama',
  passbaru: 'Password baru',
  passkonfirmasi: 'Ulangi password baru',
}

const longEnough = (text: string) =>
  text === '' ? 'Field is required' : text.length < passwordMin.change ? `Password minimal ${passwordMin.change} karakter` : null

/** The server ends every session with the old password, also this one. */
export function PasswordForm({ onChanged }: { onChanged: (msg: string) => Promise<void> }) {
  const form = useForm<Record<Field, string>>({
    initialValues: { passlama: '', passbaru: '', passkonfirmasi: '' },
    validate: {
      passlama: longEnough,
      passbaru: longEnough,
      passkonfirmasi: (text, { passbaru }) => longEnough(text) ?? (text === passbaru ? null : 'Password not match'),
    },
  })
  const change = useMutation({
    mutationFn: (body: Record<Field, string>) =>
      endingByWish(async () => {
        const { msg } = await submit(accessCalls.changePassword, { body })
        await onChanged(msg)
      }),
    onError: (error) => {
      const ofCode = (code: string) => (code === 'access.password_common' ? ('passbaru' as const) : undefined)
      const wrong = refusedFields<Field>(error, { otherwise: 'passlama', ofCode })
      form.setErrors(wrong)
      focusFirst(form, wrong)
    },
    meta: { shownInPlace: true },
  })
  useAskBeforeLeaving(form.isDirty() && !change.isPending && !change.isSuccess, 'Password belum diganti. Tinggalkan halaman ini?')

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => change.mutate(values),
        (errors) => focusFirst(form, errors),
      )}
    >
      <Stack gap="md">
        {fields.map((field) => (
          <PasswordInput
            key={form.key(field)}
            label={labels[field]}
            description={field === 'passbaru' ? `Minimal ${passwordMin.change} karakter` : undefined}
            name={field}
            autoComplete={field === 'passlama' ? 'current-password' : 'new-password'}
            visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan atau sembunyikan password' }}
            {...form.getInputProps(field)}
          />
        ))}
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          Ganti Password
        </Button>
      </Stack>
    </form>
  )
}
