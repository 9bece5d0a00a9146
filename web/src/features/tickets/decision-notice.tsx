import { waitsForSecond } from '@lapak/contract/decisions'
import { rupiahText } from '@lapak/contract/money'
import type { AdminTicket } from '@lapak/contract/tickets'
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { wishSaid } from '#features/tickets/ticket-steps.ts'
import link from '#ui/text-link.module.css'

/** The form for the word about a decision, which tells whether it asks a question just now. */
export type Decide = (id: bigint, about: string, onAsking: (asking: boolean) => void) => ReactNode

interface DecisionNoticeProps {
  decision: NonNullable<AdminTicket['decision']>
  ofTicket: AdminTicket
  decide: (id: bigint, about: string) => ReactNode
}

/** What the first administrator asked for, and the word of a second one. */
export function DecisionNotice({ decision, ofTicket, decide }: DecisionNoticeProps) {
  const { id, askedby, reason, own } = decision
  const step = wishSaid(ofTicket, decision)
  const about = `${step} ${ofTicket.invoice}, ${rupiahText(ofTicket.nominal)}, ${ofTicket.member.membername}`
  return (
    <Stack gap="xs">
      <Link to="/persetujuan" className={link.link}>
        {waitsForSecond}
      </Link>
      <Text size="sm">
        {askedby} meminta: {step}. {reason}
      </Text>
      {!own && !ofTicket.own && decide(id, about)}
    </Stack>
  )
}
