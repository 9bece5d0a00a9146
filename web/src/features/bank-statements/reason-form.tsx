import { Button, Group, Stack, TextInput } from '@mantine/core'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'

interface ReasonFormProps {
  /** What the button says. */
  does: string
  ready: boolean
  /** By a mutation that is `shownInPlace`. */
  send: (reason: string) => Promise<unknown>
  onClose: () => void
  focused?: boolean
}

/** Why somebody decides, and the word. */
export function ReasonForm({ does, ready, send, onClose, focused = false }: ReasonFormProps) {
  const { field, formProps, busy } = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    send: ({ reason }) => send(reason.trim()),
    onSent: onClose,
  })
  return (
    <form {...formProps}>
      <Stack gap="md">
        <TextInput label="Alasan" maxLength={300} autoComplete="off" data-autofocus={focused || undefined} {...field('reason')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={busy} onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" disabled={!ready} loading={busy}>
            {does}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
