import { depositCalls } from '@lapak/contract/funds/top-ups'
import { waitsForSecond } from '@lapak/contract/system/approvals'
import type { Routes } from '#http/http.ts'
import { changeMethod, type MethodDeps } from './change-method.ts'
import { listMethodSettings, readMethodSettings } from './methods.ts'

export function depositAdminRoutes(routes: Routes, deps: MethodDeps) {
  routes.on(depositCalls.methodSettings, () => listMethodSettings(deps))
  routes.on(depositCalls.changeMethod, async ({ caller, params: { id }, body, say }) => {
    if ((await changeMethod(deps, caller, id, body)) === 'asked') say(waitsForSecond)
    return readMethodSettings(deps.db.read, id)
  })
}
