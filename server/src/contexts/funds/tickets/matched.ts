import type { ticketCalls } from '@lapak/contract/funds/tickets'
import type { DataOf } from '@lapak/contract/shared/call'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Log } from '#shared/log.ts'
import { decideTicket, type TicketDeps } from './tickets.ts'

interface MatchedDeps extends TicketDeps {
  log: Log
}

type Results = DataOf<typeof ticketCalls.approveMatched>

/**
 * Approves several tickets one after the other, each in a transaction of its own, so that a refusal or an error does not stop the approval of the
 * others. Approves a ticket only if its money is still in suspense.
 */
export async function approveMatched(
  deps: MatchedDeps,
  by: Caller,
  { ids, description }: { ids: bigint[]; description: string },
): Promise<Results> {
  const results: Results = []
  for (const id of ids) results.push(await approveOne(deps, by, id, description))
  return results
}

async function approveOne(deps: MatchedDeps, by: Caller, id: bigint, description: string): Promise<Results[number]> {
  try {
    const became = await decideTicket(deps, { id, to: 2, by, description, source: null, moneyMustWait: true, confirmed: {} })
    return { id, done: became === 'done', msg: became === 'done' ? 'Approve Ok!' : waitsForSecond, code: null }
  } catch (error) {
    if (error instanceof Refusal) return { id, done: false, msg: error.message, code: error.code }
    // The earlier tickets are already approved, so the answer must report them. Whether the approval of this ticket was committed is unknown.
    deps.log.error({ ticket: id.toString(), err: error }, 'approving a ticket of a batch failed')
    return { id, done: false, msg: 'Terjadi kesalahan pada sistem. Muat ulang, lalu lihat tiketnya', code: 'system.failed' }
  }
}
