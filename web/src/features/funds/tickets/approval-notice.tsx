import type { AdminTicket, TicketDetail } from '@lapak/contract/funds/tickets'
import { rupiahText } from '@lapak/contract/shared/money'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { decisionText, destination, notPaidYet } from '#features/funds/tickets/ticket-steps.ts'
import link from '#ui/text-link.module.css'

/** The form for the word about a decision. */
export type Decide = (id: bigint, about: string) => ReactNode

interface DecisionNoticeProps {
  decision: NonNullable<AdminTicket['decision']>
  of: TicketDetail
  decide: Decide
}

/** What the first administrator asked for, what speaks against it, and the word of a second one. */
export function DecisionNotice({ decision, of, decide }: DecisionNoticeProps) {
  const { id, to, askedby, reason, own } = decision
  const { invoice, nominal, member, own: ofMine } = of.ticket
  const step = decisionText(of.ticket, decision)
  const where = to === 2 && of.payto ? `, ke ${destination(of)}` : ''
  const beware = to === 2 && notPaidYet(of)
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
