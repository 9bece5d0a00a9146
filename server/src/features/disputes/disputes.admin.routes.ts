import { waitsForSecond } from '@lapak/contract/decisions'
import { disputeCalls } from '@lapak/contract/disputes'
import type { Routes } from '#core/http.ts'
import { asAdmin, listDisputes, readDispute } from './disputes.queries.ts'
import { type DisputeDeps, refundDispute, rejectDispute } from './disputes.ts'

export function disputeAdminRoutes(routes: Routes, deps: DisputeDeps) {
  const { db } = deps
  const read = async (viewerId: bigint, id: bigint) => asAdmin(viewerId, await readDispute(db.read, id))
  routes.on(disputeCalls.adminList, async ({ caller, query }) => {
    const { content, totalElements } = await listDisputes(db.read, 'house', query)
    return { content: content.map((row) => asAdmin(caller.memberId, row)), totalElements }
  })
  routes.on(disputeCalls.adminOne, ({ caller, params }) => read(caller.memberId, params.id))
  routes.on(disputeCalls.adminRefund, async ({ caller, params, body, say }) => {
    const done = await refundDispute(deps, caller, params.id, body.reason)
    if (done === 'asked') say(waitsForSecond)
    return read(caller.memberId, params.id)
  })
  routes.on(disputeCalls.adminReject, async ({ caller, params, body }) => {
    await rejectDispute(deps, caller, params.id, body.reason)
    return read(caller.memberId, params.id)
  })
}
