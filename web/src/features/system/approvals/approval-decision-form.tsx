import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useDecideApproval } from '#features/system/approvals/approvals.api.ts'
import { reasonError } from '#lib/reason-error.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { isConfirmed } from '#ui/confirm.tsx'

interface DecideFormProps {
  id: bigint
  /** What the approval request is about, for the confirmation. */
  about: string
  onDone?: () => void
}

/** The form with which a second administrator approves or rejects a request, with a reason that is stored. */
export function ApprovalDecisionForm({ id, about, onDone }: DecideFormProps) {
  const deciding = useDecideApproval()
  const yes = useRef(true)
  const { field, formProps, busy } = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    beforeSend: () => isConfirmed({ question: `${yes.current ? 'Setujui' : 'Tolak'}: ${about}?`, danger: !yes.current }),
    send: ({ reason }) => deciding.mutateAsync({ id, yes: yes.current, reason: reason.trim() }),
    onSuccess: onDone,
  })
  const say = (word: boolean) => () => {
    yes.current = word
  }
  return (
    <form {...formProps}>
      <Stack gap="sm">
        <TextInput label="Alasan" size="md" maxLength={300} autoComplete="off" {...field('reason')} />
        <Group gap="xs">
          <Button type="submit" color="green" loading={busy && yes.current} disabled={busy} onClick={say(true)}>
            Setujui
          </Button>
          <Button type="submit" variant="default" loading={busy && !yes.current} disabled={busy} onClick={say(false)}>
            Tolak
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
