import { disputeCalls } from '@lapak/contract/ordering/disputes'
import type { Routes } from '#http/http.ts'
import { listDisputes, readOwn } from './disputes.queries.ts'
import { beginDispute, contestDispute, type DisputeDeps, ofPurchase, refundDisputeBySeller, withdrawDispute } from './disputes.ts'

export function disputeRoutes(routes: Routes, deps: DisputeDeps) {
  const { db } = deps
  routes.on(disputeCalls.list, ({ caller, query }) => listDisputes(db.read, { buyerId: caller.memberId }, query))
  routes.on(disputeCalls.one, ({ caller, params }) => readOwn(db.read, caller.memberId, params.id))
  routes.on(disputeCalls.ofPurchase, ({ caller, params }) => ofPurchase(deps, caller.memberId, params.id))
  routes.on(disputeCalls.begin, ({ caller, body, setMessage }) => {
    if (body.jenis === 'return') setMessage('Retur diajukan ke suplier')
    return beginDispute(deps, caller, body)
  })
  routes.on(disputeCalls.withdraw, async ({ caller, params, setMessage }) => {
    const withdrawn = await withdrawDispute(deps, caller, params.id)
    if (withdrawn.jenis === 'return') setMessage('Retur dibatalkan')
    return withdrawn
  })
  routes.on(disputeCalls.sellerList, ({ caller, query }) => listDisputes(db.read, { sellerId: caller.memberId }, query))
  routes.on(disputeCalls.giveBack, ({ caller, params, body }) => refundDisputeBySeller(deps, caller, params.id, body.msg))
  routes.on(disputeCalls.contest, ({ caller, params, body }) => contestDispute(deps, caller, params.id, body.msg))
}
