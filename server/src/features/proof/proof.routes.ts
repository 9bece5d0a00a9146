import { proofCalls } from '@lapak/contract/proof'
import type { Routes } from '#core/http.ts'
import { type ProofDeps, prove } from './proof.ts'

export function proofRoutes(routes: Routes, deps: ProofDeps) {
  routes.on(proofCalls.prove, ({ caller, body }) => prove(deps, caller, body))
}
