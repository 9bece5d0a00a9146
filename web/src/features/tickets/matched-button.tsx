import { dotted } from '@lapak/contract/money'
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { memberReadsNote, noteError, referenceNote } from '#features/tickets/ticket-steps.ts'
import { useApproveMatched, useMatched } from '#features/tickets/tickets.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { sayDone } from '#ui/snackbar.ts'

type Result = { id: bigint; done: boolean; msg: string }

/** Top-ups whose money is there, all with one note. What could not be done is told with its ticket. */
export function MatchedButton() {
  const matched = useMatched()
  const [asking, setAsking] = useState(false)
  const [left, setLeft] = useState<Result[]>([])
  const sum = matched.reduce((total, { nominal }) => total + nominal, 0n)

  function tell(results: Result[]) {
    const failed = results.filter(({ done }) => !done)
    setLeft(failed)
    setAsking(false)
    if (failed.length < results.length) sayDone(`${results.length - failed.length} topup disetujui`)
  }

  return (
    <>
      {matched.length > 0 && (
        <Button leftSection={<IconChecks size={18} />} onClick={() => setAsking(true)} style={{ alignSelf: 'flex-start' }}>
          Setujui semua yang cocok ({matched.length})
        </Button>
      )}
      {left.length > 0 && (
        <Alert color="orange" title="Belum disetujui" withCloseButton closeButtonLabel="Tutup" onClose={() => setLeft([])}>
          {left.map(({ id, msg }) => (
            <Text key={id.toString()} size="sm">
              Tiket {id.toString()}: {msg}
            </Text>
          ))}
        </Alert>
      )}
      {asking && <MatchedDialog ids={matched.map(({ id }) => Number(id))} sum={sum} onClose={() => setAsking(false)} onDone={tell} />}
    </>
  )
}

interface MatchedDialogProps {
  ids: number[]
  sum: bigint
  onClose: () => void
  onDone: (results: Result[]) => void
}

function MatchedDialog({ ids, sum, onClose, onDone }: MatchedDialogProps) {
  const approving = useApproveMatched()
  const { field, formProps, busy } = useServerForm({
    initialValues: { description: '' },
    validate: { description: (text: string) => noteError(text, referenceNote) },
    send: ({ description }) => approving.mutateAsync({ ids, description: description.trim() }),
    onSent: onDone,
  })
  return (
    <Modal opened onClose={() => !busy && onClose()} title="Warning" size={350}>
      <form {...formProps}>
        <Stack gap="md">
          <Text size="sm">
            Setujui {ids.length} topup senilai Rp {dotted(sum)} yang uangnya sudah masuk?
          </Text>
          <TextInput
            label={referenceNote}
            description={memberReadsNote}
            maxLength={300}
            autoComplete="off"
            data-autofocus
            {...field('description')}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={busy} onClick={onClose}>
              No
            </Button>
            <Button type="submit" color="green" loading={busy}>
              Yes
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
