import { proofCalls } from '@lapak/contract/members/step-up-auth'
import type { Routes } from '#http/http.ts'
import { type ProofDeps, prove } from './step-up-auth.ts'

export function proofRoutes(routes: Routes, deps: ProofDeps) {
  routes.on(proofCalls.prove, ({ caller, body }) => prove(deps, caller, body))
}
