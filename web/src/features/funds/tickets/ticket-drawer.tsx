import type { AdminTicket, TicketDetail } from '@lapak/contract/funds/tickets'
import { rupiahText } from '@lapak/contract/shared/money'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Alert, Button, Group, Image, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type RequestedStep, StepDialog } from '#features/funds/tickets/step-dialog.tsx'
import { memberFacts, ticketFacts } from '#features/funds/tickets/ticket-facts.tsx'
import { TicketStateBadge } from '#features/funds/tickets/ticket-state.tsx'
import {
  contradictedPayoutText,
  decisionText,
  paidByProviderNote,
  payoutAccountText,
  payoutFailureText,
  possibleSteps,
  returnWarning,
  type TicketStepTexts,
  takenStepText,
  unpaidWarning,
} from '#features/funds/tickets/ticket-steps.ts'
import { ticketDetailQuery } from '#features/funds/tickets/tickets.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { Facts } from '#ui/facts.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

interface TicketProps {
  id: string
  onClose: () => void
  decide: Decide
}

/** One ticket with the situation of its member: next to the list on desktops, above the list on phones. */
export function TicketDrawer({ id, ...shown }: Omit<TicketProps, 'id'> & { id: string | undefined }) {
  return (
    <SideDrawer record={id} title={(id) => `Tiket ${id}`} width={520} onClose={shown.onClose}>
      {(id) => <Ticket id={id} {...shown} />}
    </SideDrawer>
  )
}

function Ticket({ id, onClose, decide }: TicketProps) {
  const { data, error, refetch } = useQuery(ticketDetailQuery(id))
  if (error instanceof ApiError && error.code === 'not_found.ticket')
    return <EmptyState icon={IconReceiptOff} title="Tiket tidak ditemukan" action={<Button onClick={onClose}>Ke daftar tiket</Button>} />
  if (error && !data) return <ErrorState title="Tiket belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <Stack gap="lg">
      <TicketStanding detail={data} />
      <TicketActions key={id} detail={data} decide={decide} />
      <Facts facts={ticketFacts(data)} />
      {data.proof && <Image src={data.proof} alt="Bukti transfer dari member" radius="md" />}
      <section>
        <Text component="h3" fw={650} mb={8}>
          Member
        </Text>
        <Facts facts={memberFacts(data)} />
      </section>
    </Stack>
  )
}

/** The state of the ticket, and the administrator of each completed step, so that two cashiers do not both pay the ticket by hand. */
function TicketStanding({ detail }: { detail: TicketDetail }) {
  const { ticket, steps } = detail
  const element = useRef<HTMLDivElement>(null)
  const offered = possibleSteps(detail)
    .map(({ label }) => label)
    .join()
  // The pressed button disappears when its step is completed, so the focus moves to the new state.
  useEffect(() => {
    if (offered !== undefined && document.activeElement === document.body) element.current?.focus()
  }, [offered])
  return (
    <Stack ref={element} tabIndex={-1} gap={4}>
      <TicketStateBadge of={ticket} />
      {steps.map((step) => (
        <Text key={step.to} size="sm" c="dimmed">
          {takenStepText(ticket.historytipe, step)}
        </Text>
      ))}
    </Stack>
  )
}

// — Ticket actions

interface ActionsProps {
  detail: TicketDetail
  decide: Decide
}

/**
 * The actions that this administrator can take now, or the reason why there are none. An open confirmation stays open, even if the ticket changes.
 */
function TicketActions({ detail, decide }: ActionsProps) {
  const [asked, setAsked] = useState<RequestedStep>()
  return (
    <>
      <PayoutFailed of={detail.ticket} />
      <PayoutContradicted of={detail} />
      <Choices detail={detail} onChoose={(step) => setAsked({ step, seen: detail })} decide={decide} />
      {asked && <StepDialog asked={asked} now={detail} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** The reason why a payout failed. Shown because the ticket is in the same state as before the payout. */
function PayoutFailed({ of }: { of: AdminTicket }) {
  const why = payoutFailureText(of)
  if (why === null) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title="Pembayaran lewat penyedia gagal">
      {why} Uangnya masih disimpan untuk penarikan ini.
    </Alert>
  )
}

/** Shown whatever the state of the ticket: the money may have left twice, or although the cash-out was rejected. */
function PayoutContradicted({ of }: { of: TicketDetail }) {
  const what = contradictedPayoutText(of)
  if (what === null) return null
  return (
    <Alert color="orange" icon={<IconAlertTriangle />} title="Kabar penyedia bertentangan">
      {what}
    </Alert>
  )
}

interface ChoicesProps extends ActionsProps {
  onChoose: (step: TicketStepTexts) => void
}

function Choices({ detail, onChoose, decide }: ChoicesProps) {
  const { ticket } = detail
  const steps = possibleSteps(detail)
  const whyNot =
    paidByProviderNote(detail) ?? (ticket.own && steps.length > 0 ? 'Transaksi Anda sendiri harus diputuskan admin lain.' : null)
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

// — Approval notice

/** Renders the form for a decision. */
type Decide = (id: bigint, about: string) => ReactNode

interface DecisionNoticeProps {
  decision: NonNullable<AdminTicket['decision']>
  of: TicketDetail
  decide: Decide
}

/** The request of the first administrator, what speaks against it, and the form for the second administrator's decision. */
function DecisionNotice({ decision, of, decide }: DecisionNoticeProps) {
  const { id, to, askedby, reason, own } = decision
  const { invoice, nominal, member, own: ofMine } = of.ticket
  const step = decisionText(of.ticket, decision)
  const where = to === 2 && of.payto ? `, ke ${payoutAccountText(of)}` : ''
  const beware = to === 2 ? unpaidWarning(of) : to === 4 ? returnWarning(of) : null
  return (
    <Stack gap="xs">
      <Link to="/persetujuan" className={link.link}>
        {waitsForSecond}
      </Link>
      <Text size="sm">
        {askedby} meminta: {step}. {reason}
      </Text>
      {beware && (
        <Text size="sm" fw={650}>
          {beware}
        </Text>
      )}
      {!own && !ofMine && decide(id, `${step} ${invoice}, ${rupiahText(nominal)}, ${member.membername}${where}`)}
    </Stack>
  )
}
