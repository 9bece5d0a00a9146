import type { CashCode } from '@lapak/contract/shared/banks'
import { cashNames } from '@lapak/contract/shared/banks'
import type { RefusalCode } from '@lapak/contract/shared/refusals'
import { movesFrom, type TicketState, ticketState, ticketStateText } from '@lapak/contract/shared/ticket-states'
import { rupiah } from '@lapak/contract/shared/wire'
import { z } from 'zod'
import {
  type LockedRow,
  refuseDoubtfulRow,
  refusePerhapsCounted,
  refuseReturnedMoney,
} from '#contexts/funds/bank-statements/bank-statements.ts'
import type { LostDeps } from '#contexts/funds/cash-outs/cash-outs.ts'
import {
  isPerhapsSent,
  type PayoutDeps,
  payCashOut,
  processCashOut,
  refuseContradicted,
  refuseLivePayout,
  refuseSecondRequest,
  rejectCashOut,
  requestPayout,
  returnCashOut,
} from '#contexts/funds/cash-outs/cash-outs.ts'
import type { EndDeps } from '#contexts/funds/top-ups/top-ups.ts'
import { creditTopUp, type Evidence, endTicket, lockCredits, type MemberCredits, reverseTopUp } from '#contexts/funds/top-ups/top-ups.ts'
import {
  type Administrator,
  type Approval,
  type Approved,
  type NotExecutable,
  noLongerPossible,
  refuseOwnMoney,
  requestApproval,
  secondAdminFrom,
  spendSoloLimit,
  whyNotExecutable,
} from '#contexts/system/approvals/approvals.ts'
import { ConcurrentModificationError } from '#db/concurrent-modification.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { JsonObject } from '#db/schema.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { crashPoint } from '#shared/crash-points.ts'
import { lockTicket, readTicketNow, type TicketNow } from './locked-ticket.ts'
import { executeApprovedPayoutLoss } from './lost-payout.ts'
import { isSame, lockOverlappingMoney, type OverlappingMoney, readOverlap, refuseCountedMoney } from './overlapping-money.ts'
import { refuseReturnInTicket } from './return-in-ticket.ts'
import { confirmedOfTicket, type Wanted } from './wanted.ts'

export interface TicketDeps extends EndDeps, LostDeps {}

/** A decision that waits for the approval of a second administrator, with the ticket's state when the approval was requested. */
const waitingStep = z.object({
  to: ticketState,
  from: ticketState,
  source: z
    .enum(Object.keys(cashNames) as CashCode[])
    .nullable()
    .default(null),
  /** True if the ticket's money was in suspense when the approval was requested. */
  money: z.boolean().default(false),
  byprovider: z.boolean().default(false),
  after: z.string().nullable().default(null),
  ...confirmedOfTicket.shape,
  lacking: rupiah.nullable().default(null),
  /** The reference of a payout that the decision marks as lost; null for a decision about the ticket itself. */
  lost: z.string().nullable().default(null),
})

/** A decision, its administrator, and whether it needs the approval of a second administrator. */
interface Word extends Wanted {
  needsSecond: boolean
  /** True if the administrator has to ask a second one about a cash-out whose money may have been sent, whatever its sum. */
  needsSecondIfSent: boolean
  approval: Approval | null
  /** The ticket's state that the administrator saw; for an approval, the state that the first administrator saw. */
  from: TicketState
}

/** The refusal of a decision that is too late or not allowed; it contains the current state. */
export const stateRefusal = ({ kind, state }: TicketNow) => new Refusal('ticket.state', { state: ticketStateText(kind, state) })

/** Returns `done` if the decision was executed, `approval_requested` if it waits for the approval of a second administrator. */
export async function decideTicket(deps: TicketDeps, wanted: Wanted): Promise<'done' | 'approval_requested'> {
  const ticket = await readTicketNow(deps.db.read, wanted.id)
  const second = { needsSecond: await needsSecond(deps, ticket, wanted), needsSecondIfSent: await needsSecondIfSent(deps, ticket, wanted) }
  const word: Word = { ...wanted, from: wanted.from ?? ticket.state, approval: null, ...second }
  const { stopped, money } = await execute(deps, ticket, word).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'ticket.state' && (await isAlreadyDone(deps.db, ticket, wanted))) return done
    throw error
  })
  crashPoint('ticket.decided')
  if (stopped === null) return 'done'
  if (stopped !== 'needs-second') return refuse(deps, ticket, wanted.by)
  await requestApproval(deps, {
    kind: 'ticket.decide',
    subject: String(wanted.id),
    amount: ticket.amount,
    payload: z.encode(waitingStep, waitingStepOf(wanted, ticket, money)) as JsonObject,
    by: wanted.by,
    reason: wanted.description,
    ...(ticket.kind === 1 && { validate: (tx: Tx) => refuseImpossibleRequest(tx, ticket, word) }),
  })
  return 'approval_requested'
}

/**
 * Refuses a request for approval if the state of the cash-out has changed, if another request about it waits, or, for a payment by hand, if the
 * provider may pay it or may have paid it. The cash-out stays locked until the request is stored: a concurrent decision is either complete before
 * this check, or finds the request.
 */
async function refuseImpossibleRequest(tx: Tx, seen: TicketNow, { to, from, by, description: reason, byProvider }: Word): Promise<void> {
  const ticket = await lockTicket(tx, seen)
  if (ticket.state !== from) throw stateRefusal(ticket)
  await refuseSecondRequest(tx, ticket.id, { by, reason })
  if (to !== 2 || byProvider) return
  await refuseLivePayout(tx, ticket.id)
  await refuseContradicted(tx, ticket.id)
}

const waitingStepOf = (wanted: Wanted, { state: from }: TicketNow, money: boolean) => ({
  to: wanted.to,
  from,
  source: wanted.source,
  money,
  byprovider: wanted.byProvider ?? false,
  after: wanted.after ?? null,
  ...wanted.confirmed,
  lacking: wanted.lacking ?? null,
  lost: null,
})

/**
 * Executes the decision after the approval of a second administrator, if the ticket is still in the same state and its suspense money, if any, is
 * still in suspense.
 */
export async function executeApprovedTicketStep(
  deps: TicketDeps,
  { subject, payload, reason }: Approved,
  approval: Approval,
): Promise<void> {
  const step = waitingStep.decode(payload as z.input<typeof waitingStep>)
  const { to, from, source, money, byprovider: byProvider, after, lacking, lost, ...confirmed } = step
  const { by } = approval
  if (lost !== null) return executeApprovedPayoutLoss(deps, { id: BigInt(subject), by, reason, reference: lost }, approval).catch(possible)
  const ticket = await readTicketNow(deps.db.read, BigInt(subject))
  const wanted = { id: ticket.id, to, by, description: reason, source, after, lacking, byProvider, moneyMustWait: money, confirmed }
  const word: Word = { ...wanted, from, approval, needsSecond: false, needsSecondIfSent: false }
  const { stopped } = await execute(deps, ticket, word).catch(possible)
  if (stopped === 'own-money') return refuse(deps, ticket, by)
  if (stopped !== null) throw new Refusal('decision.changed')
}

/** Throws "the request has lapsed" instead of a refusal that shows that the decision was possible at the request, but is no longer. */
function possible(error: unknown): never {
  throw error instanceof Refusal && isGone(error) ? noLongerPossible(error) : error
}

/** The refusals after which the requested decision can no longer be executed. */
const isGone = ({ code }: Refusal) => gone.has(code)
const gone: ReadonlySet<string> = new Set<RefusalCode>([
  'ticket.state',
  'ticket.money_gone',
  'ticket.payment_waits',
  'ticket.payment_given',
  'ticket.payment_beside',
  'account.closed',
  'decision.waits',
  'cash_out.payout_live',
  'cash_out.payout_contradicted',
  'cash_out.paid_by_provider',
  'cash_out.lacks',
  'cash_out.return_taken',
  'ticket.perhaps_returned',
  'ticket.perhaps_counted',
  'ticket.perhaps_own',
  'ticket.perhaps_restated',
  'ticket.perhaps_reversed',
  'payout.not_last',
  'payout.off',
  'payout.not_lost',
])

/**
 * Whether the decision exceeds the administrator's solo limit. The payment of a cash-out, crediting and taking back count against the limit. A
 * rejection returns the member's own money, and processing moves no money, so they do not count; a rejection needs a second administrator only where the
 * money may have been sent (`isPerhapsSent`).
 */
async function needsSecond(deps: TicketDeps, ticket: TicketNow, { to, by }: Wanted): Promise<boolean> {
  if ((to !== 2 && to !== 4) || !movesFrom(ticket.kind, ticket.state).includes(to)) return false
  const rule = 'money.secondAdminFrom'
  const from = await secondAdminFrom(deps, rule, by.memberId)
  const subject = `${ticket.id} ${to}`
  return !(await spendSoloLimit(deps.db, { memberId: by.memberId, rule, from, subject, amount: ticket.amount }))
}

/** Whether there is a second administrator to ask before a cash-out is rejected or paid whose money may have been sent already. */
const needsSecondIfSent = async (deps: TicketDeps, { kind }: TicketNow, { to, by }: Wanted): Promise<boolean> =>
  kind === 1 && (to === 2 || to === 3) && (await secondAdminFrom(deps, 'money.secondAdminFrom', by.memberId)) > 0n

interface Carried {
  /** Null if the decision was executed, otherwise the reason why it was not. */
  stopped: NotExecutable | null
  /** True if suspense money of a bank row belongs to the ticket. */
  money: boolean
}

const done: Carried = { stopped: null, money: false }

/** Executes the decision in a transaction. If a concurrent transaction changed the money of the ticket, reads it again and retries. */
async function execute(deps: TicketDeps, seen: TicketNow, word: Word): Promise<Carried> {
  for (;;) {
    try {
      return await deps.db.transaction((tx) => executeInTransaction(deps, tx, seen, word))
    } catch (error) {
      if (!(error instanceof ConcurrentModificationError)) throw error
    }
  }
}

/** Lock order: suspense money, what administrators credit to the member, the ticket, wallets. */
async function executeInTransaction(deps: TicketDeps, tx: Tx, seen: TicketNow, word: Word): Promise<Carried> {
  const { to, by, from, approval } = word
  const money = await lockOverlappingMoney(deps.audit, tx, seen, to)
  const credits = seen.kind === 0 && to === 2 ? await lockCredits(tx, seen.memberId) : null
  const ticket = await lockTicket(tx, seen)
  crashPoint('ticket.held')
  const isAsSeen = ticket.state === from && ticket.state === seen.state
  if (!isAsSeen || !movesFrom(ticket.kind, ticket.state).includes(to)) throw stateRefusal(ticket)
  refuseReturnByHand(ticket, to)
  if (!isSame(await readOverlap(tx, ticket, to), money)) throw new ConcurrentModificationError()
  if (word.moneyMustWait && money.row === null) throw new Refusal('ticket.money_gone')
  const confirmed = await refuseDoubtfulMoney(tx, deps.installation, ticket, money.statement, word)
  const second = word.needsSecond || (word.needsSecondIfSent && (await isPerhapsSent(tx, ticket.id)))
  const stopped = await whyNotExecutable(tx, { memberId: by.memberId, approval, parties: [ticket.memberId], needsSecond: second })
  if (stopped === null) {
    await applyStep(deps, tx, ticket, { ...word, ...confirmed, money, credits })
    crashPoint('ticket.written')
  }
  return { stopped, money: money.row !== null }
}

/**
 * Refuses the decision if its money may be in the books already, is returned or own money, or has another sum by now, unless the administrator confirmed
 * that it is not. Returns what the ticket keeps of the confirmations.
 */
async function refuseDoubtfulMoney(
  tx: Tx,
  installation: string,
  ticket: TicketNow,
  row: LockedRow | null,
  { to, confirmed }: Wanted,
): Promise<Pick<Step, 'overlapOfTicket' | 'returnedIn'>> {
  const overlapOfTicket = row
    ? await refuseCountedRow(tx, installation, ticket, row, confirmed.notticket ?? null)
    : await refuseCountedMoney(tx, installation, ticket, { to, seen: confirmed.beside ?? null })
  const returnedIn = await refuseReturnInTicket(tx, installation, ticket, { to, seen: confirmed.returnedin ?? null })
  if (row) await refuseDoubtfulRow(tx, installation, row, confirmed)
  else if (ticket.channel === 'transfer' && to === 2) await refuseSeenReturn(tx, installation, ticket, confirmed.notreturn ?? null)
  return { overlapOfTicket, returnedIn }
}

/** An administrator may have seen the returned money of a cash-out at the bank, before its row came, and take it for the money of the ticket. */
const refuseSeenReturn = (tx: Tx, installation: string, { cashCode: bank, amount }: TicketNow, confirmed: string | null): Promise<void> =>
  refuseReturnedMoney(tx, installation, { bank, amount, at: new Date(), hasTime: true }, confirmed)

/** A row of exactly the ticket's sum may be the money of another ticket of that sum, which was approved by hand before the bank showed it. */
const refuseCountedRow = (
  tx: Tx,
  installation: string,
  { memberId, cashCode: bank, amount }: TicketNow,
  { happened_at: at }: LockedRow,
  confirmed: string | null,
): Promise<bigint | null> =>
  refusePerhapsCounted(tx, installation, { memberId, bank, channel: 'transfer', amount, at, isExact: true, confirmed })

/**
 * Refuses the return by hand of a cash-out that the provider paid: only the provider knows whether the bank returned the money, and the bank might
 * still have it.
 */
function refuseReturnByHand({ kind, how }: TicketNow, to: TicketState): void {
  if (kind === 1 && to === 4 && how === 'provider') throw new Refusal('cash_out.paid_by_provider')
}

async function refuse({ audit }: TicketDeps, { id, kind }: TicketNow, by: Caller): Promise<never> {
  const event = kind === 0 ? 'deposit.decide_refused' : 'cash_out.decide_refused'
  return refuseOwnMoney(audit, { event, by, subject: id })
}

export { sumTickets } from './sums.queries.ts'

/** True if exactly this decision of this administrator is already stored. The administrator may repeat it after a lost answer. */
async function isAlreadyDone({ read }: Database, { id, kind }: TicketNow, wanted: Wanted): Promise<boolean> {
  const { to, by, description } = wanted
  const now = await readTicketNow(read, id)
  if (wanted.byProvider) return wasAsked(read, wanted)
  if (now.state !== to) return false
  if (kind === 0) {
    const row = await read
      .selectFrom('top_up')
      .select(['approved_by', 'approved_description', 'ended_by', 'ended_reason'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return to === 2
      ? row.approved_by === by.memberId && row.approved_description === description
      : row.ended_by === by.memberId && row.ended_reason === description
  }
  const row = await read
    .selectFrom('cash_out')
    .select([
      'processed_by',
      'approved_by',
      'approved_description',
      'paid_from',
      'bank_code',
      'ended_by',
      'ended_reason',
      'returned_by',
      'returned_reason',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (to === 1) return row.processed_by === by.memberId
  if (to === 2)
    return row.approved_by === by.memberId && row.approved_description === description && row.paid_from === (wanted.source ?? row.bank_code)
  if (to === 3) return row.ended_by === by.memberId && row.ended_reason === description
  return row.returned_by === by.memberId && row.returned_reason === description
}

/** Whether this payout was already requested. False if the newest payout is the failed one that the new payout replaces. */
async function wasAsked(read: Reader, { id, by, description, after = null }: Wanted): Promise<boolean> {
  const row = await read
    .selectFrom('payout')
    .select(['asked_by', 'reason', 'reference'])
    .where('cash_out_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined && row.asked_by === by.memberId && row.reason === description && row.reference !== after
}

// — Steps

interface Step {
  to: TicketState
  by: Administrator
  description: string
  /** The account that a cash-out was paid from. */
  source: CashCode | null
  /** True if the provider pays the cash-out. */
  byProvider?: boolean
  /** The reference of the failed payout that the new payout replaces. */
  after?: string | null
  /** The sum by which the balance does not cover debt and claims, as confirmed by the administrator; for a cash-out whose money was already sent. */
  lacking?: bigint | null
  money: OverlappingMoney
  /** Locked for the approval of a top-up, else null. */
  credits: MemberCredits | null
  /** The ticket of another credited payment, or the one that was approved by hand, which the administrator confirmed to be about different money. */
  overlapOfTicket: bigint | null
  /** For a returned cash-out: the top-up that was credited for money of its sum, which the administrator confirmed to be different money. */
  returnedIn: string | null
}

/** Executes the step. `movesFrom` lists the allowed steps; the code of top-ups and cash-outs checks them again. */
const applyStep = (deps: EndDeps & PayoutDeps, tx: Tx, ticket: TicketNow, step: Step): Promise<void> =>
  ticket.kind === 0 ? stepOfTopUp(deps, tx, ticket, step) : stepOfCashOut(deps, tx, ticket, step)

async function stepOfTopUp(deps: EndDeps, tx: Tx, { id, amount }: TicketNow, step: Step): Promise<void> {
  const { to, by, description: reason, money, credits, overlapOfTicket: overlappingTicket } = step
  if (to === 3) return endTicket(deps, tx, { id, to, by, reason })
  if (to === 4) await reverseTopUp(deps, tx, { id, by, reason })
  else if (credits === null) throw new Error(`ticket ${id} is approved without the lock of its member's credits`)
  else {
    const checked = { credits, overlappingTicket }
    const evidence: Evidence = money.waiting
      ? { how: 'assigned', money: money.waiting, reason, checked }
      : { how: 'admin', received: amount, reason, checked }
    await creditTopUp(deps, tx, { id, by, evidence })
  }
  await money.settle(by, reason)
}

async function stepOfCashOut(deps: PayoutDeps, tx: Tx, { id, cashCode }: TicketNow, step: Step): Promise<void> {
  const { to, by, description, source, byProvider, after = null, lacking = null, money, returnedIn } = step
  if (to === 1) return processCashOut(deps, tx, { id, by })
  if (byProvider) return requestPayout(deps, tx, { id, by, reason: description, after })
  if (to === 2) return payCashOut(deps, tx, { id, by, from: source ?? cashCode, how: 'hand', description, lacking })
  if (to === 3) return rejectCashOut(deps, tx, { id, by, reason: description })
  await returnCashOut(deps, tx, { id, by, reason: description, returnedIn })
  await money.settle(by, description)
}
