import { selfTestCalls } from '@lapak/contract/selling/seller-self-test'
import type { Routes } from '#http/http.ts'
import { readSelfTest } from './seller-self-test.queries.ts'
import { type SelfTestDeps, startSelfTest } from './seller-self-test.ts'

export function sellerSelfTestRoutes(routes: Routes, deps: SelfTestDeps) {
  const { db, installation } = deps
  routes.on(selfTestCalls.read, ({ caller }) => db.snapshot((read) => readSelfTest(read, caller.memberId, installation)))
  routes.on(selfTestCalls.start, ({ caller, body }) => startSelfTest(deps, caller, body))
}
