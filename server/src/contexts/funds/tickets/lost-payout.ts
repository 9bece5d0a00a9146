import { type LostDeps, lastStatusOf, lockLostPayout, markLost, refuseSecondRequest } from '#contexts/funds/cash-outs/cash-outs.ts'
import {
  type Approval,
  type NotExecutable,
  refuseOwnMoney,
  requestApproval,
  whyNotExecutable,
} from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { lockTicket, readTicketNow, type TicketNow } from './locked-ticket.ts'

interface Lost {
  id: bigint
  by: Caller
  reason: string
}

/**
 * Marks a payout as lost. The provider is queried right before. If the provider does not know the payout, one administrator is enough. Otherwise, two
 * administrators are needed, because only the provider could confirm that the money has not left.
 */
export async function markPayoutLost(deps: LostDeps, wanted: Lost): Promise<'done' | 'approval_requested'> {
  const { id, by, reason } = wanted
  const ticket = await cashOutFor(deps, wanted)
  const { reference, status } = await lastStatusOf(deps, id)
  if (status === 'failed') return 'done'
  const stopped = await execute(deps, ticket, { ...wanted, reference, approval: null, needsSecond: status !== 'unknown' })
  if (stopped === null) return 'done'
  const payload = { to: ticket.state, from: ticket.state, lost: reference }
  const validate = async (tx: Tx) => {
    await lockLostPayout(deps, tx, id, reference)
    await refuseSecondRequest(tx, id, { by, reason })
  }
  await requestApproval(deps, { kind: 'ticket.decide', subject: String(id), amount: ticket.amount, payload, by, reason, validate })
  return 'approval_requested'
}

/** Marks the payout as lost after the approval of a second administrator. Queries the provider again, since it may have paid in the meantime. */
export async function executeApprovedPayoutLoss(deps: LostDeps, wanted: Lost & { reference: string }, approval: Approval): Promise<void> {
  const ticket = await cashOutFor(deps, wanted)
  const { status } = await lastStatusOf(deps, ticket.id)
  if (status === 'failed') throw new Refusal('decision.changed')
  const stopped = await execute(deps, ticket, { ...wanted, approval, needsSecond: false })
  if (stopped !== null) throw new Refusal('decision.changed')
}

/** Returns the cash-out; refuses it if it belongs to the deciding administrator. */
async function cashOutFor({ db, audit }: LostDeps, { id, by }: Lost): Promise<TicketNow> {
  const ticket = await readTicketNow(db.read, id)
  if (ticket.kind === 0) throw new Refusal('not_found.ticket')
  if (ticket.memberId === by.memberId) await refuseOwnMoney(audit, { event: 'cash_out.decide_refused', by, subject: id })
  return ticket
}

interface Word extends Lost {
  reference: string
  approval: Approval | null
  needsSecond: boolean
}

/** Returns null if the payout was marked as lost, otherwise the reason why it was not. */
const execute = (deps: LostDeps, ticket: TicketNow, { approval, needsSecond, ...word }: Word): Promise<NotExecutable | null> =>
  deps.db.transaction(async (tx) => {
    await lockTicket(tx, ticket)
    const payout = await lockLostPayout(deps, tx, ticket.id, word.reference)
    const stopped = await whyNotExecutable(tx, { memberId: word.by.memberId, approval, parties: [ticket.memberId], needsSecond })
    if (stopped === null) await markLost(deps, tx, payout, { ...word, askedBy: approval?.askedBy ?? null })
    return stopped
  })
