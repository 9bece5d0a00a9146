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
  /** True for the administrator who made the request, who can only withdraw it. */
  isRequester?: boolean
  onDone?: () => void
}

/** The form with which a second administrator approves or rejects a request, or its requester withdraws it, with a reason that is stored. */
export function ApprovalDecisionForm({ id, about, isRequester = false, onDone }: DecideFormProps) {
  const deciding = useDecideApproval()
  const yes = useRef(!isRequester)
  const no = isRequester ? 'Tarik permintaan' : 'Tolak'
  const { field, formProps, busy } = useServerForm({
    initialValues: { reason: '' },
    validate: { reason: reasonError },
    beforeSend: () => isConfirmed({ question: `${yes.current ? 'Setujui' : no}: ${about}?`, danger: !yes.current }),
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
          {!isRequester && (
            <Button type="submit" color="green" loading={busy && yes.current} disabled={busy} onClick={say(true)}>
              Setujui
            </Button>
          )}
          <Button type="submit" variant="default" loading={busy && !yes.current} disabled={busy} onClick={say(false)}>
            {no}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
