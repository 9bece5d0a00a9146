import type { AdminTicket } from '@lapak/contract/funds/tickets'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { ReactNode } from 'react'
import { moneyIsThere, payoutText } from '#features/funds/tickets/ticket-steps.ts'
import { Tag } from '#ui/tag.tsx'

/** What sets a ticket apart from others in its state; null where nothing does. */
export function apartOf({ decision, matched, own, payout, status }: AdminTicket): ReactNode {
  if (decision) return <Tag tone="own">{waitsForSecond}</Tag>
  if (matched) return <Tag tone="own">{moneyIsThere}</Tag>
  if (payout && status === 1) return `Lewat penyedia: ${payoutText(payout)}`
  return own ? 'Transaksi Anda sendiri' : null
}

/** In a column of its own, where what was written about it stands as well. */
export const TicketNote = ({ of }: { of: AdminTicket }) => apartOf(of) ?? of.endedreason ?? of.approveddescription ?? of.description
