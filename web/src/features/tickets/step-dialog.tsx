import { type CashCode, cashNames } from '@lapak/contract/banks'
import type { AdminTicket, TicketDetail } from '@lapak/contract/tickets'
import { Button, Group, Modal, NativeSelect, type NativeSelectProps, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect } from 'react'
import { Overtaken } from '#features/tickets/overtaken.tsx'
import { memberReadsNote, noteError, overtakenBy, type StepWords } from '#features/tickets/ticket-steps.ts'
import { cashAccountsQuery, useStep } from '#features/tickets/tickets.api.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { useServerForm } from '#lib/use-server-form.ts'

/** A step and the ticket as it stood when its button was pressed: the answer is about that one. */
export interface Asked {
  step: StepWords
  seen: TicketDetail
}

/** Where the ticket's bank is; money may have left from another account. */
const ownAccount = ({ cashcode }: AdminTicket) => (Object.keys(cashNames) as CashCode[]).find((code) => cashNames[code] === cashcode)

function SourceSelect(field: NativeSelectProps) {
  const { data: accounts } = useQuery(cashAccountsQuery)
  if (!accounts) return <Skeleton height={60} />
  return <NativeSelect label="Dibayar dari" data={accounts.map(({ code, name }) => ({ value: code, label: name }))} {...field} />
}

/** A note that is typed with a hand on Enter takes nothing away. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}

interface StepDialogProps {
  asked: Asked
  now: TicketDetail
  /** Whether the question is there: Escape is for it alone. */
  onAsking: (asking: boolean) => void
  onClose: () => void
}

/** The confirmation of a step, with the note that it needs. Escape answers No; Enter does where nothing is typed. */
export function StepDialog({ asked: { step, seen }, now, onAsking, onClose }: StepDialogProps) {
  useFocusBack()
  useEffect(() => {
    onAsking(true)
    return () => onAsking(false)
  }, [onAsking])
  const taking = useStep()
  const { form, field, formProps, busy } = useServerForm({
    initialValues: { description: '', sumber: ownAccount(seen.ticket) },
    validate: { description: (text: string) => (step.note ? noteError(text, step.note) : null) },
    send: ({ description, sumber }) =>
      taking.mutateAsync({
        ticket: seen.ticket,
        to: step.to,
        payout: step.payout,
        description: description.trim(),
        sumber: step.asksSource && sumber,
      }),
    onSent: onClose,
  })
  const happened = busy ? null : overtakenBy(step, seen, now)
  const beware = step.beware?.(seen)
  return (
    <Modal opened onClose={() => !busy && onClose()} title="Warning" size={350}>
      {happened ? (
        <Overtaken by={happened} note={form.values.description.trim()} ticket={now.ticket} onClose={onClose} />
      ) : (
        <form {...formProps}>
          <Stack gap="md">
            <Text size="sm">{step.question(seen)}</Text>
            {beware && (
              <Text size="sm" fw={650}>
                {beware}
              </Text>
            )}
            {step.asksSource && <SourceSelect {...field('sumber')} />}
            {step.note && (
              <TextInput
                label={step.note}
                description={step.memberReads && memberReadsNote}
                maxLength={300}
                autoComplete="off"
                data-autofocus
                onKeyDown={step.danger ? keepEnter : undefined}
                {...field('description')}
              />
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" disabled={busy} onClick={onClose} data-autofocus={step.note ? undefined : true}>
                No
              </Button>
              <Button type="submit" color={step.danger ? 'red' : 'green'} loading={busy}>
                Yes
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
