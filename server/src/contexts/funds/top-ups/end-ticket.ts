import { ticketStateText } from '@lapak/contract/shared/ticket-states'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { publishEvent } from '#realtime/events.ts'
import { rejectedEmail } from './emails.ts'
import { historyOf, ticketOf } from './top-ups.queries.ts'

export interface EndDeps {
  db: Database
  audit: Audit
  outbox: Outbox
  installation: string
}

export interface Ending {
  id: bigint
  /** 3 rejected by an administrator, 4 cancelled. */
  to: 3 | 4
  by: Actor
  reason: string
}

/**
 * Ends an unpaid ticket, under its lock. If the ticket is paid and ended at the same time, the transaction that gets the lock first is executed, and
 * the other transaction is refused.
 */
export async function endTicket({ audit, outbox, installation }: EndDeps, tx: Tx, { id, to, by, reason }: Ending): Promise<void> {
  const before = await tx.selectFrom('top_up').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!before) throw new Refusal('not_found.ticket')
  if (before.state > 1) throw new Refusal('ticket.state', { state: ticketStateText(0, before.state) })
  await tx
    .updateTable('top_up')
    .set({ state: to, ended_at: new Date(), ended_by: by.memberId, ended_reason: reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  const row = await ticketOf(tx, id)
  await audit.record(tx, { event: to === 3 ? 'deposit.rejected' : 'deposit.cancelled', by, subject: id, after: { status: to }, reason })
  const failed = row.channel !== 'transfer' && by.memberId === null
  await publishEvent(tx, row.member_id, 'tiket', { ...historyOf(installation, row), failed })
  if (to === 3) await outbox.sendEmail(tx, { memberId: row.member_id, email: row.member_email }, rejectedEmail(installation, row))
}
