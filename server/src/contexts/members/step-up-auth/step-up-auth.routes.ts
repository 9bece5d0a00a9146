import { stepUpCalls } from '@lapak/contract/members/step-up-auth'
import type { Routes } from '#http/http.ts'
import { confirmIdentity, type StepUpDeps } from './step-up-auth.ts'

export function stepUpRoutes(routes: Routes, deps: StepUpDeps) {
  routes.on(stepUpCalls.stepUp, ({ caller, body }) => confirmIdentity(deps, caller, body))
}
