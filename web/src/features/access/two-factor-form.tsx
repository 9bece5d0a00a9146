import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import classes from '#features/access/two-factor-form.module.css'
import { useAccess } from '#features/access/use-access.ts'

const codeLength = 6

/** The second step: the code of the authenticator application. */
export function TwoFactorForm({ mfaToken, onSignedIn, onCancel }: { mfaToken: string; onSignedIn: () => void; onCancel: () => void }) {
  const prepare = useAccess()
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.length === codeLength ? null : 'Kode harus 6 angka') },
  })
  const answer = useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const access = await prepare()
      return access.answerTwoFactor({ mfaToken, code })
    },
    onSuccess: onSignedIn,
    onError: () => form.getInputNode('code')?.focus(),
  })

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => answer.mutate(values),
        () => form.getInputNode('code')?.focus(),
      )}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Buka aplikasi authenticator Anda, lalu ketik kode 6 angka untuk Lapak.
        </Text>
        <TextInput
          label="Kode authenticator"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          classNames={{ input: classes.code }}
          key={form.key('code')}
          {...form.getInputProps('code')}
          onChange={(event) => form.setFieldValue('code', event.currentTarget.value.replace(/\D/g, '').slice(0, codeLength))}
        />
        <Button type="submit" fullWidth loading={answer.isPending}>
          Verifikasi
        </Button>
        <Button variant="subtle" fullWidth onClick={onCancel} disabled={answer.isPending}>
          Batal
        </Button>
      </Stack>
    </form>
  )
}
