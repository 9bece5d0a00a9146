import { depositCalls } from '@lapak/contract/deposits'
import type { Routes } from '#core/http.ts'
import { changeMethod, listMethodSettings, type MethodDeps } from './methods.ts'

export function depositAdminRoutes(routes: Routes, deps: MethodDeps) {
  routes.on(depositCalls.methodSettings, () => listMethodSettings(deps))
  routes.on(depositCalls.changeMethod, ({ caller, params, body }) => changeMethod(deps, caller, params.id, body))
}
