import { codeLength, recoveryGroupLength } from '@lapak/contract/shared/two-factor-codes'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import classes from '#features/members/two-factor/code-form.module.css'
import { useServerForm } from '#lib/use-server-form.ts'

interface CodeFormProps {
  /** The label of the submit button. */
  verb: string
  danger?: boolean
  /** Whether a recovery code is accepted too. */
  orRecovery?: boolean
  /** Sends the code; this form shows the errors. */
  send: (code: string) => Promise<unknown>
  onCancel?: () => void
}

const digits = new RegExp(`^\\d{${codeLength}}$`)
const recoveryGroup = `[0-9A-Z]{${recoveryGroupLength}}`
const recoveryCode = new RegExp(`^${recoveryGroup}-?${recoveryGroup}$`)

/** The form for one code of the authenticator app. */
export function CodeForm({ verb, danger = false, orRecovery = false, send, onCancel }: CodeFormProps) {
  const { form, field, formProps, busy } = useServerForm({
    initialValues: { code: '' },
    validate: {
      code: (code) =>
        digits.test(code) || (orRecovery && recoveryCode.test(code))
          ? null
          : `Kode harus ${codeLength} angka${orRecovery ? ', atau kode pemulihan' : ''}`,
    },
    send: ({ code }) => send(code),
    fieldByErrorCode: { two_factor: 'code', access: 'code' },
  })

  return (
    <form {...formProps}>
      <Stack gap="sm" maw={360}>
        <TextInput
          label={orRecovery ? 'Kode authenticator atau kode pemulihan' : 'Kode authenticator'}
          inputMode={orRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          classNames={{ input: classes.code }}
          {...field('code')}
          onChange={(event) => form.setFieldValue('code', cleaned(event.currentTarget.value, orRecovery))}
        />
        <Group gap="xs">
          <Button type="submit" color={danger ? 'red' : undefined} loading={busy}>
            {verb}
          </Button>
          {onCancel && (
            <Button variant="default" disabled={busy} onClick={onCancel}>
              Batal
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function cleaned(text: string, orRecovery: boolean): string {
  if (!orRecovery) return text.replace(/\D/g, '').slice(0, codeLength)
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z-]/g, '')
    .slice(0, 2 * recoveryGroupLength + 1)
}
