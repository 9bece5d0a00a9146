import { ticketCalls, ticketRejected } from '@lapak/contract/funds/tickets'
import type { TicketKind } from '@lapak/contract/shared/ticket-states'
import { reasonMissing, waitsForSecond } from '@lapak/contract/system/approvals'
import type { Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { type DetailDeps, readDetail, showAccount } from './detail.queries.ts'
import { listLost, listMatched, listTickets, readTicket } from './lists.queries.ts'
import { readTicketNow } from './locked-ticket.ts'
import { markPayoutLost } from './lost-payout.ts'
import { approveMatched } from './matched.ts'
import { sumTickets } from './sums.queries.ts'
import { downloadTickets } from './tickets.csv.ts'
import { decideTicket, stateRefusal, type TicketDeps } from './tickets.ts'
import type { Wanted } from './wanted.ts'

const cashin: TicketKind = 0
const cashout: TicketKind = 1

export function ticketAdminRoutes(routes: Routes, deps: TicketDeps & DetailDeps) {
  const { read } = deps.db
  const decide = async (wanted: Wanted, say: (msg: string) => void) => {
    const became = await decideTicket(deps, wanted)
    if (became === 'approval_requested') say(waitsForSecond)
    else if (wanted.to === 3) say(ticketRejected)
    return readTicket(deps, wanted.by.memberId, (await readTicketNow(read, wanted.id)).kind, wanted.id)
  }

  routes.on(ticketCalls.sumCashin, ({ query }) => sumTickets(deps, cashin, query))
  routes.on(ticketCalls.sumCashout, ({ query }) => sumTickets(deps, cashout, query))
  routes.on(ticketCalls.cashin, ({ caller, query }) => listTickets(deps, caller.memberId, cashin, query))
  routes.on(ticketCalls.cashout, ({ caller, query }) => listTickets(deps, caller.memberId, cashout, query))
  routes.on(ticketCalls.cashinExport, ({ caller, query }) => downloadTickets(deps, caller, cashin, query))
  routes.on(ticketCalls.cashoutExport, ({ caller, query }) => downloadTickets(deps, caller, cashout, query))
  routes.on(ticketCalls.matched, ({ caller }) => listMatched(deps, caller.memberId))
  routes.on(ticketCalls.lost, ({ caller }) => listLost(deps, caller.memberId))
  routes.on(ticketCalls.detail, ({ caller, params }) => readDetail(deps, caller.memberId, params.id))
  routes.on(ticketCalls.account, ({ caller, params: { id } }) => showAccount(deps, caller, id))
  routes.on(ticketCalls.approve, ({ caller, body, setMessage }) => {
    const { id, description, sumber: source = null, matched: moneyMustWait = false, kurang: lacking = null, ...confirmed } = body
    return decide({ id, to: 2, by: caller, description, source, moneyMustWait, lacking, confirmed }, setMessage)
  })
  routes.on(ticketCalls.approveMatched, ({ caller, body }) => approveMatched(deps, caller, body))
  routes.on(ticketCalls.payOut, async ({ caller, params: { id }, body, setMessage }) => {
    if ((await readTicketNow(read, id)).kind !== cashout) throw new Refusal('not_found.ticket')
    const { description, after = null } = body
    return decide(
      { id, to: 2, by: caller, description, source: null, moneyMustWait: false, byProvider: true, after, confirmed: {} },
      setMessage,
    )
  })
  routes.on(ticketCalls.payoutLost, async ({ caller, params: { id }, body, setMessage }) => {
    if ((await markPayoutLost(deps, { id, by: caller, reason: body.description })) === 'approval_requested') setMessage(waitsForSecond)
    return readTicket(deps, caller.memberId, cashout, id)
  })
  routes.on(ticketCalls.update, async ({ caller, params, body, setMessage }) => {
    const { id, status } = params
    const description = body?.description ?? ''
    if ((status === 3 || status === 4) && description === '')
      throw new Refusal('input.invalid', {}, { errors: { description: reasonMissing } })
    // An approval needs a note, so it has an endpoint of its own.
    if (status === 2) throw stateRefusal(await readTicketNow(read, id))
    const { from, returnedin } = body ?? {}
    const wanted = { id, to: status, from, by: caller, description, source: null, moneyMustWait: false, confirmed: { returnedin } }
    return decide(wanted, setMessage)
  })
}
