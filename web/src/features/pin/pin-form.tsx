import { pinLength } from '@lapak/contract/pin'
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChangePin } from '#features/pin/pin.api.ts'
import { useAskBeforeLeaving } from '#lib/ask-before-leaving.ts'
import { focusFirst, refusedFields } from '#lib/form-errors.ts'

type Values = Record<'password' | 'pin' | 'again', string>

const ofCode = (code: string) => (code === 'pin.too_simple' ? ('pin' as const) : undefined)

const whole = new RegExp(`^\\d{${pinLength}}$`)

/** Set or change it, or with `off` be rid of it; each with the password. */
export function PinForm({ off, onEnd }: { off: boolean; onEnd: () => void }) {
  const change = useChangePin()
  const form = useForm<Values>({
    initialValues: { password: '', pin: '', again: '' },
    validate: {
      password: (text) => (text === '' ? 'Password is required' : null),
      pin: (text) => (off || whole.test(text) ? null : `PIN harus ${pinLength} angka`),
      again: (text, { pin }) => (off || text === pin ? null : 'PIN tidak sama'),
    },
  })
  useAskBeforeLeaving(form.isDirty() && !change.isPending && !change.isSuccess, 'PIN belum disimpan. Tinggalkan dan buang isiannya?')

  function send({ password, pin }: Values) {
    change.mutate(
      { password, pin: off ? '' : pin },
      {
        onSuccess: onEnd,
        onError: (error) => {
          const wrong = refusedFields<keyof Values>(error, { otherwise: 'password', ofCode })
          form.setErrors(wrong)
          focusFirst(form, wrong)
        },
      },
    )
  }

  const digits = (field: 'pin' | 'again') => ({
    type: 'password',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: pinLength,
    visibilityToggleButtonProps: { 'aria-label': 'Tampilkan atau sembunyikan PIN' },
    ...form.getInputProps(field),
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      form.setFieldValue(field, event.currentTarget.value.replace(/\D/g, '').slice(0, pinLength)),
  })

  return (
    <form noValidate onSubmit={form.onSubmit(send, (errors) => focusFirst(form, errors))}>
      <Stack gap="md" maw={360}>
        {off && <Text size="sm">Tanpa PIN, siapa pun yang memegang perangkat ini bisa membeli dengan saldo Anda.</Text>}
        <PasswordInput
          label="Password akun"
          name="password"
          autoFocus
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan atau sembunyikan password' }}
          {...form.getInputProps('password')}
        />
        {!off && (
          <>
            <PasswordInput label="PIN baru" description={`${pinLength} angka yang tidak mudah ditebak`} name="pin" {...digits('pin')} />
            <PasswordInput label="Ulangi PIN baru" name="again" {...digits('again')} />
          </>
        )}
        <Group gap="xs">
          <Button type="submit" color={off ? 'red' : undefined} loading={change.isPending}>
            {off ? 'Matikan PIN' : 'Simpan PIN'}
          </Button>
          <Button variant="default" disabled={change.isPending} onClick={onEnd}>
            Batal
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
