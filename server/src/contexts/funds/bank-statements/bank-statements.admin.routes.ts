import { bankStatementCalls } from '@lapak/contract/funds/bank-statements'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Routes } from '#http/http.ts'
import { allocateSuspense } from './allocate.ts'
import { listStatements, readStatement } from './bank-statements.queries.ts'
import { classifyStatement, releaseSuspense } from './classify.ts'
import { previewFile, storeFile } from './file.ts'
import type { MatchDeps } from './match.ts'
import { reopenStatement, waitAgain } from './reopen.ts'
import { suggestBookings } from './suggest.ts'
import { suggestOwners } from './suggest-owner.ts'
import { listWaiting, readWaiting, sumUnmatched } from './waiting.queries.ts'

export function bankStatementAdminRoutes(routes: Routes, deps: MatchDeps) {
  routes.on(bankStatementCalls.list, ({ query }) => listStatements(deps, query))
  routes.on(bankStatementCalls.file, async ({ caller, query: { bankcode: bank, simpan, kolom: roles, angka: number }, file }) => {
    const uploaded = { bank, bytes: await file(), confirmedMapping: roles === undefined ? null : { roles, number } }
    return simpan ? storeFile(deps, caller, uploaded) : previewFile(deps, uploaded)
  })
  routes.on(bankStatementCalls.explain, async ({ caller, params: { id }, body, setMessage }) => {
    if ((await classifyStatement(deps, caller, id, body)) === 'approval_requested') setMessage(waitsForSecond)
    return readStatement(deps, id)
  })
  routes.on(bankStatementCalls.reopen, async ({ caller, params: { id }, body: { reason } }) => {
    await reopenStatement(deps, caller, id, reason)
    return readStatement(deps, id)
  })
  routes.on(bankStatementCalls.suggest, ({ params: { id } }) => suggestBookings(deps, id))
  routes.on(bankStatementCalls.unmatched, () => sumUnmatched(deps))
  routes.on(bankStatementCalls.waiting, ({ query }) => listWaiting(deps, query))
  routes.on(bankStatementCalls.owners, ({ params: { id }, query: { search } }) => suggestOwners(deps, id, search))
  routes.on(bankStatementCalls.assign, async ({ caller, params: { id }, body, setMessage }) => {
    const { owner, description: reason, ...confirmed } = body
    if ((await allocateSuspense(deps, caller, id, { owner, reason, confirmed })) === 'approval_requested') setMessage(waitsForSecond)
    return readWaiting(deps, id)
  })
  routes.on(bankStatementCalls.release, async ({ caller, params: { id }, body: { reason }, setMessage }) => {
    if ((await releaseSuspense(deps, caller, id, reason)) === 'approval_requested') setMessage(waitsForSecond)
    return readWaiting(deps, id)
  })
  routes.on(bankStatementCalls.waitAgain, async ({ caller, params: { id }, body: { reason } }) =>
    readWaiting(deps, (await waitAgain(deps, caller, id, reason)) ?? id),
  )
}
