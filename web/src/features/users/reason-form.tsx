import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'

interface ReasonFormProps {
  /** What is done, as its button says. */
  label: string
  danger?: boolean
  /** What comes of it. */
  children?: ReactNode
  send: (reason: string) => Promise<unknown>
  /** It is done, or given up. */
  onEnd: () => void
}

/** What an administrator does to a member, with the reason that the member reads. */
export function ReasonForm({ label, danger = false, children, send, onEnd }: ReasonFormProps) {
  const { field, formProps, busy } = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    send: ({ reason }) => send(reason.trim()),
    onSent: onEnd,
  })
  return (
    <form {...formProps} aria-label={label}>
      <Stack gap="md">
        {children && <Text size="sm">{children}</Text>}
        <TextInput label="Alasan" description="Dibaca member" maxLength={300} autoComplete="off" autoFocus {...field('reason')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={busy} onClick={onEnd}>
            Batal
          </Button>
          <Button type="submit" {...(danger && { color: 'red' })} loading={busy}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
