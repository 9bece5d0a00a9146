import type { AdminTicket, TicketDetail } from '@lapak/contract/funds/tickets'
import { type BankCode, bankNames, type CashCode } from '@lapak/contract/shared/banks'
import {
  Button,
  Group,
  Modal,
  NativeSelect,
  type NativeSelectProps,
  Skeleton,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'
import { memberReadsNoteHint, noteError, supersededText, type TicketStepTexts } from '#features/funds/tickets/ticket-steps.ts'
import { cashAccountsQuery, useTakeTicketStep } from '#features/funds/tickets/tickets.api.ts'
import { useLayer } from '#lib/layers.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import { useServerForm } from '#lib/use-server-form.ts'

/** A step, and the ticket as the administrator saw it when pressing the button: the decision is about that state. */
export interface RequestedStep {
  step: TicketStepTexts
  seen: TicketDetail
}

/**
 * Whether the code is that of a bank account. The account at the payment provider is excluded: only the provider's own payouts use it, not manual
 * transfers.
 */
const isBank = (code: CashCode): code is BankCode => code in bankNames

function SourceSelect(field: NativeSelectProps) {
  const { data: accounts } = useQuery(cashAccountsQuery)
  if (!accounts) return <Skeleton height={60} />
  return (
    <NativeSelect
      label="Dibayar dari"
      data={accounts.filter(({ code }) => isBank(code)).map(({ code, name }) => ({ value: code, label: name }))}
      {...field}
    />
  )
}

function Question({ asked: { step, seen } }: { asked: RequestedStep }) {
  const beware = step.beware?.(seen)
  return (
    <>
      <Text size="sm">{step.question(seen)}</Text>
      {beware && (
        <Text size="sm" fw={650}>
          {beware}
        </Text>
      )}
    </>
  )
}

const NoteField = ({ of: step, ...field }: TextInputProps & { of: TicketStepTexts }) => (
  <TextInput
    label={step.note}
    description={step.memberReads && memberReadsNoteHint}
    maxLength={300}
    autoComplete="off"
    data-autofocus
    onKeyDown={step.danger ? keepEnter : undefined}
    {...field}
  />
)

/** Enter in the note must not confirm the step by accident. */
function keepEnter(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}

interface StepDialogProps {
  asked: RequestedStep
  now: TicketDetail
  onClose: () => void
}

/** The confirmation of a step, with the note that the step requires. Escape cancels; Enter also cancels unless a text is being typed. */
export function StepDialog({ asked, now, onClose }: StepDialogProps) {
  const { step, seen } = asked
  useRestoreFocus()
  useLayer(true)
  const taking = useTakeTicketStep()
  const { form, field, formProps, busy } = useServerForm({
    // The default is the bank of the ticket, but the money may have been sent from another account.
    initialValues: { description: '', sumber: seen.ticket.cashcode },
    validate: { description: (text: string) => (step.note ? noteError(text, step.note) : null) },
    send: ({ description, sumber }) =>
      taking.mutateAsync({
        ticket: seen.ticket,
        to: step.to,
        payout: step.payout,
        description: description.trim(),
        sumber: step.asksSource && isBank(sumber) ? sumber : undefined,
        // The other top-up that the confirmation showed, and no newer one.
        beside: seen.beside?.invoice,
        returnedIn: seen.returnedin?.invoice,
        kurang: seen.ticket.historytipe === 1 ? seen.situation.short : undefined,
      }),
    onSuccess: onClose,
  })
  const happened = busy ? null : supersededText(step, seen, now)
  return (
    <Modal opened onClose={() => !busy && onClose()} title="Warning" size={350}>
      {happened ? (
        <Overtaken by={happened} note={form.values.description.trim()} ticket={now.ticket} onClose={onClose} />
      ) : (
        <form {...formProps}>
          <Stack gap="md">
            <Question asked={asked} />
            {step.asksSource && <SourceSelect {...field('sumber')} />}
            {step.note && <NoteField of={step} {...field('description')} />}
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

interface OvertakenProps {
  /** The change of the ticket, as text. */
  by: string
  /** The note that the administrator had typed before the ticket changed. */
  note: string
  ticket: AdminTicket
  onClose: () => void
}

/** Replaces the confirmation if the ticket changes while the confirmation is open. */
function Overtaken({ by, note, ticket, onClose }: OvertakenProps) {
  const close = useRef<HTMLButtonElement>(null)
  const kept = [ticket.endedreason, ticket.approveddescription].includes(note)
  // The focused element was removed together with the confirmation, so the close button gets the focus.
  useEffect(() => close.current?.focus(), [])
  return (
    <Stack gap="md">
      <Text size="sm" fw={650} role="alert">
        {by}
      </Text>
      {note !== '' && !kept && <Text size="sm">Catatan Anda tidak tersimpan: {note}</Text>}
      <Group justify="flex-end">
        <Button ref={close} variant="default" onClick={onClose}>
          Tutup
        </Button>
      </Group>
    </Stack>
  )
}
