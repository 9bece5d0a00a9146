import { memberCalls } from '@lapak/contract/members/members'
import type { Routes } from '#http/http.ts'
import { changeProfile, completeProfile, type MemberDeps, releasePhone, verifyPhone } from './members.ts'

export function memberRoutes(routes: Routes, deps: MemberDeps) {
  routes.on(memberCalls.change, ({ caller, body }) => changeProfile(deps, caller, body))
  routes.on(memberCalls.complete, ({ caller, body }) => completeProfile(deps, caller, body))
  routes.on(memberCalls.releasePhone, ({ caller }) => releasePhone(deps, caller))
  routes.on(memberCalls.verifyPhone, ({ caller, body }) => verifyPhone(deps, caller, body))
}
