import type { AdminTicket, TicketDetail } from '@lapak/contract/funds/tickets'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { type Decide, DecisionNotice } from '#features/funds/tickets/approval-notice.tsx'
import { type Asked, StepDialog } from '#features/funds/tickets/step-dialog.tsx'
import { payoutFailed, returnedByProvider, type StepWords, stepsOf } from '#features/funds/tickets/ticket-steps.ts'

interface ActionsProps {
  detail: TicketDetail
  decide: Decide
}

/** What this administrator can do with the ticket now, or why nothing. A question that is open stays, whatever happens meanwhile. */
export function TicketActions({ detail, decide }: ActionsProps) {
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <PayoutFailed of={detail.ticket} />
      <Choices detail={detail} onChoose={(step) => setAsked({ step, seen: detail })} decide={decide} />
      {asked && <StepDialog asked={asked} now={detail} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** The ticket itself looks as it did before the provider was asked. */
function PayoutFailed({ of }: { of: AdminTicket }) {
  const why = payoutFailed(of)
  if (why === null) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title="Pembayaran lewat penyedia gagal">
      {why} Uangnya masih disimpan untuk penarikan ini.
    </Alert>
  )
}

interface ChoicesProps extends ActionsProps {
  onChoose: (step: StepWords) => void
}

function Choices({ detail, onChoose, decide }: ChoicesProps) {
  const { ticket } = detail
  const steps = stepsOf(detail)
  const whyNot =
    returnedByProvider(detail) ?? (ticket.own && steps.length > 0 ? 'Transaksi Anda sendiri harus diputuskan admin lain.' : null)
  if (ticket.decision) return <DecisionNotice decision={ticket.decision} of={detail} decide={decide} />
  if (whyNot !== null)
    return (
      <Text size="sm" c="dimmed">
        {whyNot}
      </Text>
    )
  if (steps.length === 0) return null
  return (
    <Group gap="xs">
      {steps.map((step) => (
        <Button key={step.label} size="sm" variant={step.danger ? 'default' : 'filled'} onClick={() => onChoose(step)}>
          {step.label}
        </Button>
      ))}
    </Group>
  )
}
