import type { MoneyOwner } from '@lapak/contract/funds/bank-statements'
import type { MoneyConfirmations } from '@lapak/contract/shared/money-confirmations'
import { ticketStateText } from '@lapak/contract/shared/ticket-states'
import { channelOfPayment, lockRequestOfPayment, refuseManualApproval } from '#contexts/funds/payment-gateway/payment-gateway.ts'
import { lockMoney, readMoney, type SuspenseItem } from '#contexts/funds/suspense/suspense.ts'
import { invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import { creditTopUp, lockCredits, ticketFor } from '#contexts/funds/top-ups/top-ups.ts'
import {
  type Administrator,
  type Approval,
  type NotExecutable,
  refuseOwnMoney,
  whyNotExecutable,
} from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { type Confirmed, refuseDoubtfulRow } from './doubtful-row.ts'
import { moneyBecame, unlessImportedBefore, wasGiven } from './imported-before.ts'
import { lateTickets } from './late-transfer.ts'
import { lockRow } from './locked-row.ts'
import type { MatchDeps } from './match.ts'
import { lockSums } from './own-money.ts'
import { refusePerhapsCounted, timeOfMoney } from './perhaps-counted.ts'
import { giveMoney } from './rows-of-tickets.ts'
import { isEndWithinSoloLimit, requestEnd } from './suspense-command.ts'

/** The decision of an administrator. */
export interface Word {
  by: Administrator
  reason: string
  /** True if this administrator may decide without a second administrator. */
  alone: boolean
  /** The approval by the second administrator; null when the first administrator makes the decision. */
  approval: Approval | null
  confirmed?: Confirmed
}

/** Allocates suspense money to its owner, at once or after the approval of a second administrator. */
export const allocateSuspense = (deps: MatchDeps, by: Administrator, id: bigint, gift: Gift): Promise<'done' | 'approval_requested'> =>
  unlessImportedBefore(() => allocateOnce(deps, by, id, gift), {
    deps,
    look: () => moneyBecame(deps, id),
    isSameDecision: wasGiven(gift.owner, { by, reason: gift.reason }),
  })

interface Gift {
  owner: MoneyOwner
  reason: string
  confirmed: MoneyConfirmations
}

async function allocateOnce(
  deps: MatchDeps,
  by: Administrator,
  id: bigint,
  { owner, reason, confirmed }: Gift,
): Promise<'done' | 'approval_requested'> {
  const money = await readMoney(deps.db.read, id)
  const stopped = await giveTo(deps, money, owner, {
    by,
    reason,
    alone: await isEndWithinSoloLimit(deps, by, money),
    approval: null,
    confirmed,
  })
  crashPoint('money.given')
  if (stopped === null) return 'done'
  if (stopped !== 'needs-second') return refuseOwn(deps, id, by)
  await requestEnd(deps, by, money, { owner, ...confirmed }, reason)
  return 'approval_requested'
}

/**
 * Returns null if the money was allocated, otherwise the reason why it was not. Lock order: the bank row or the payment request, the suspense money,
 * the member's credits, the ticket.
 */
export function giveTo(
  deps: MatchDeps,
  seen: SuspenseItem,
  owner: MoneyOwner,
  { by, reason, alone, approval, confirmed = {} }: Word,
): Promise<NotExecutable | null> {
  const { db, audit, installation } = deps
  return db.transaction(async (tx) => {
    const row = seen.statementId === null ? null : await lockRow(tx, seen.statementId)
    const ask = seen.paymentId === null ? undefined : await lockRequestOfPayment(tx, seen.paymentId)
    const money = await lockMoney(tx, seen.id)
    await refuseManualApproval(tx, installation, ask?.top_up_id ?? null)
    // A concurrent debit or cash transfer of this sum is either complete before this check, or finds the classified row.
    if (row) await lockSums(tx, money.amount)
    if (row) await refuseDoubtfulRow(tx, installation, row, confirmed)
    const { memberId, isExact } = await receiverOf(tx, owner, money)
    const credits = await lockCredits(tx, memberId)
    const channel = money.paymentId === null ? 'transfer' : await channelOfPayment(tx, money.paymentId)
    const { bank, amount } = money
    const credited = { memberId, bank, channel, amount, at: await timeOfMoney(tx, money), isExact }
    const overlappingTicket = await refusePerhapsCounted(tx, installation, { ...credited, confirmed: confirmed.notticket ?? null })
    const why = await whyNotExecutable(tx, { memberId: by.memberId, approval, parties: [memberId], needsSecond: !alone })
    if (why !== null) return why
    const ticket = 'ticketid' in owner ? owner.ticketid : await ticketFor(tx, installation, { memberId, bank, channel, amount })
    const checked = { credits, overlappingTicket }
    await creditTopUp(deps, tx, { id: ticket, by, evidence: { how: 'assigned', money, reason, checked } })
    await giveMoney(tx, money, { ticket, by, reason, why: `Dijodohkan dengan tiket ${invoiceOf(installation, ticket)}: ${reason}` })
    await audit.record(tx, {
      event: 'unmatched.assigned',
      by,
      subject: money.id,
      after: { ticket, amount: money.amount, ...(approval && { askedby: approval.askedBy }) },
      reason,
    })
    return null
  })
}

interface Receiver {
  memberId: bigint
  /** True if the administrator names a ticket of exactly this sum. */
  isExact: boolean
}

/** Money at a bank pays only tickets of transfers to that bank; money at the payment provider pays only tickets of the provider's channels. */
async function receiverOf(tx: Tx, owner: MoneyOwner, money: SuspenseItem): Promise<Receiver> {
  const { bank, paymentId, amount } = money
  if ('memberid' in owner) return { memberId: owner.memberid, isExact: false }
  const ticket = await tx
    .selectFrom('top_up')
    .select(['member_id', 'cash_code', 'channel', 'state', 'nominal'])
    .where('id', '=', owner.ticketid)
    .executeTakeFirst()
  if (!ticket) throw new Refusal('not_found.ticket')
  if (ticket.cash_code !== bank || (ticket.channel === 'transfer') !== (paymentId === null)) throw new Refusal('statement.no_match')
  if (ticket.state === 4 && !(await lateTickets(tx, money)).includes(owner.ticketid))
    throw new Refusal('ticket.state', { state: ticketStateText(0, ticket.state) })
  return { memberId: ticket.member_id, isExact: ticket.nominal === amount }
}

export const refuseOwn = ({ audit }: MatchDeps, id: bigint, by: Administrator): Promise<never> =>
  refuseOwnMoney(audit, { event: 'unmatched.assign_refused', by, subject: id })
