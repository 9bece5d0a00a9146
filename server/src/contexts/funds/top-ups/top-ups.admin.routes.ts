import { topUpCalls } from '@lapak/contract/funds/top-ups'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Routes } from '#http/http.ts'
import { changeMethod, type MethodDeps } from './change-method.ts'
import { listMethodSettings, readMethodSettings } from './methods.ts'

export function topUpAdminRoutes(routes: Routes, deps: MethodDeps) {
  routes.on(topUpCalls.methodSettings, () => listMethodSettings(deps))
  routes.on(topUpCalls.changeMethod, async ({ caller, params: { id }, body, setMessage }) => {
    if ((await changeMethod(deps, caller, id, body)) === 'approval_requested') setMessage(waitsForSecond)
    return readMethodSettings(deps.db.read, id)
  })
}
