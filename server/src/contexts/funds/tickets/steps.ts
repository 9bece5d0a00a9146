import type { CashCode } from '@lapak/contract/shared/banks'
import type { TicketState } from '@lapak/contract/shared/ticket-states'
import {
  type PayoutDeps,
  payCashOut,
  processCashOut,
  rejectCashOut,
  requestPayout,
  returnCashOut,
} from '#contexts/funds/cash-outs/cash-outs.ts'
import { creditTopUp, type EndDeps, endTicket, reverseTopUp } from '#contexts/funds/top-ups/top-ups.ts'
import type { Administrator } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import type { TicketNow } from './locked-ticket.ts'
import type { OverlappingMoney } from './overlapping-money.ts'

export interface Step {
  to: TicketState
  by: Administrator
  description: string
  /** From where a cash-out was paid. */
  source: CashCode | null
  /** It is asked to pay it. */
  byProvider?: boolean
  /** After which payout that has failed. */
  after?: string | null
  /** What the member of a cash-out that has left lacks, as who paid it saw it. */
  lacking?: bigint | null
  money: OverlappingMoney
  /** The ticket of a payment that was credited beside it. */
  overlapOfTicket: bigint | null
}

/** Which of the steps are possible says `movesFrom`, and the ticket's own feature looks again. */
export const applyStep = (deps: EndDeps & PayoutDeps, tx: Tx, ticket: TicketNow, step: Step): Promise<void> =>
  ticket.kind === 0 ? stepOfTopup(deps, tx, ticket, step) : stepOfCashOut(deps, tx, ticket, step)

async function stepOfTopup(deps: EndDeps, tx: Tx, { id, amount }: TicketNow, step: Step): Promise<void> {
  const { to, by, description, money, overlapOfTicket: overlappingTicket } = step
  if (to === 3) return endTicket(deps, tx, { id, to, by, reason: description })
  if (to === 4) await reverseTopUp(deps, tx, { id, by, reason: description })
  else {
    const evidence = { how: 'admin' as const, received: amount, reason: description, overlappingTicket }
    await creditTopUp(deps, tx, {
      id,
      by,
      evidence: money.waiting ? { how: 'assigned', money: money.waiting, reason: description } : evidence,
    })
  }
  await money.settle(by, description)
}

async function stepOfCashOut(deps: PayoutDeps, tx: Tx, { id, cashCode }: TicketNow, step: Step): Promise<void> {
  const { to, by, description, source, byProvider, after = null, lacking = null } = step
  if (to === 1) return processCashOut(deps, tx, { id, by })
  if (byProvider) return requestPayout(deps, tx, { id, by, reason: description, after })
  if (to === 2) return payCashOut(deps, tx, { id, by, from: source ?? cashCode, how: 'hand', description, lacking })
  if (to === 3) return rejectCashOut(deps, tx, { id, by, reason: description })
  await returnCashOut(deps, tx, { id, by, reason: description })
}
