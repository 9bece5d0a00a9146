import { disputeCalls } from '@lapak/contract/ordering/disputes'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Routes } from '#http/http.ts'
import { listForAdmins, readForAdmins } from './disputes.queries.ts'
import { type DisputeDeps, refundDispute, rejectDispute } from './disputes.ts'

export function disputeAdminRoutes(routes: Routes, deps: DisputeDeps) {
  const { read } = deps.db

  routes.on(disputeCalls.adminList, ({ caller, query }) => listForAdmins(read, caller.memberId, query))
  routes.on(disputeCalls.adminOne, ({ caller, params }) => readForAdmins(read, caller.memberId, params.id))
  routes.on(disputeCalls.adminRefund, async ({ caller, params, body, setMessage }) => {
    const done = await refundDispute(deps, caller, params.id, body.reason)
    if (done === 'approval_requested') setMessage(waitsForSecond)
    return readForAdmins(read, caller.memberId, params.id)
  })
  routes.on(disputeCalls.adminReject, async ({ caller, params, body, setMessage }) => {
    const done = await rejectDispute(deps, caller, params.id, body.reason)
    const dispute = await readForAdmins(read, caller.memberId, params.id)
    if (done === 'approval_requested') setMessage(waitsForSecond)
    else if (dispute.jenis === 'return') setMessage('Retur ditolak')
    return dispute
  })
}
