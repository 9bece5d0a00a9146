import { Button, Group, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import classes from '#features/two-factor/code-form.module.css'
import { ApiError } from '#lib/api-error.ts'

interface CodeFormProps {
  /** The verb on the button. */
  verb: string
  danger?: boolean
  /** A recovery code will do as well. */
  orRecovery?: boolean
  pending: boolean
  error: Error | null
  onSend: (code: string) => void
  onCancel?: () => void
}

const sixDigits = /^\d{6}$/
const recoveryCode = /^[0-9A-Z]{5}-?[0-9A-Z]{5}$/

/** One code of the authenticator, sent by the button or Enter. */
export function CodeForm({ verb, danger = false, orRecovery = false, pending, error, onSend, onCancel }: CodeFormProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (code) =>
        sixDigits.test(code) || (orRecovery && recoveryCode.test(code))
          ? null
          : `Kode harus 6 angka${orRecovery ? ', atau kode pemulihan' : ''}`,
    },
  })
  const refused = error && (error instanceof ApiError && error.errors.code ? error.errors.code : error.message)
  const input = () => form.getInputNode('code')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal asks for another code
  useEffect(() => {
    if (error) input()?.focus()
  }, [error])

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(
        ({ code }) => onSend(code),
        () => input()?.focus(),
      )}
    >
      <TextInput
        label={orRecovery ? 'Kode authenticator atau kode pemulihan' : 'Kode authenticator'}
        name="code"
        inputMode={orRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        classNames={{ input: classes.code }}
        key={form.key('code')}
        {...form.getInputProps('code')}
        error={form.errors.code ?? refused}
        onChange={(event) => form.setFieldValue('code', cleaned(event.currentTarget.value, orRecovery))}
      />
      <Group gap="xs">
        <Button type="submit" color={danger ? 'red' : undefined} loading={pending}>
          {verb}
        </Button>
        {onCancel && (
          <Button variant="default" disabled={pending} onClick={onCancel}>
            Batal
          </Button>
        )}
      </Group>
    </form>
  )
}

function cleaned(text: string, orRecovery: boolean): string {
  if (!orRecovery) return text.replace(/\D/g, '').slice(0, 6)
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z-]/g, '')
    .slice(0, 11)
}
