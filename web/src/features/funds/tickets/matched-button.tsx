import type { AdminTicket } from '@lapak/contract/funds/tickets'
import { dotted } from '@lapak/contract/shared/money'
import { Alert, Button, Text, TextInput } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { memberReadsNoteHint, noteError, referenceNoteLabel } from '#features/funds/tickets/ticket-steps.ts'
import { useApproveMatchedTickets, useMatchedTickets } from '#features/funds/tickets/tickets.api.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { showSuccess } from '#ui/snackbar.ts'

type Result = { id: bigint; done: boolean; msg: string }

/** Approves all top-ups whose money was received, with the same note for each. Top-ups whose approval failed are then listed with the reason. */
export function MatchedButton() {
  const matched = useMatchedTickets()
  /** The tickets that were listed when the button was pressed: the administrator has not reviewed tickets that were added later. */
  const [asked, setAsked] = useState<AdminTicket[]>()
  const [left, setLeft] = useState<Result[]>([])

  function showResults(results: Result[]) {
    const failed = results.filter(({ done }) => !done)
    setLeft(failed)
    setAsked(undefined)
    if (failed.length < results.length) showSuccess(`${results.length - failed.length} topup disetujui`)
  }

  return (
    <>
      {matched.length > 0 && (
        <Button leftSection={<IconChecks size={18} />} onClick={() => setAsked(matched)} style={{ alignSelf: 'flex-start' }}>
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
      {asked && <MatchedDialog tickets={asked} onClose={() => setAsked(undefined)} onDone={showResults} />}
    </>
  )
}

interface MatchedDialogProps {
  tickets: AdminTicket[]
  onClose: () => void
  onDone: (results: Result[]) => void
}

function MatchedDialog({ tickets, onClose, onDone }: MatchedDialogProps) {
  const approving = useApproveMatchedTickets()
  const ids = tickets.map(({ id }) => Number(id))
  const sum = tickets.reduce((total, { nominal }) => total + nominal, 0n)
  const { field, formProps, busy } = useServerForm({
    initialValues: { description: '' },
    validate: { description: (text: string) => noteError(text, referenceNoteLabel) },
    send: ({ description }) => approving.mutateAsync({ ids, description: description.trim() }),
    onSuccess: onDone,
  })
  return (
    <FormDialog title="Warning" size={350} form={{ formProps, busy }} submitLabel="Yes" cancelLabel="No" onClose={onClose}>
      <Text size="sm">
        Setujui {ids.length} topup senilai Rp {dotted(sum)} yang uangnya sudah masuk?
      </Text>
      <TextInput
        label={referenceNoteLabel}
        description={memberReadsNoteHint}
        maxLength={300}
        autoComplete="off"
        data-autofocus
        {...field('description')}
      />
    </FormDialog>
  )
}
