import { twoFactorCalls } from '@lapak/contract/two-factor'
import type { Routes } from '#core/http.ts'
import type { TwoFactor } from './two-factor.ts'

export function twoFactorRoutes(routes: Routes, { twoFactor }: { twoFactor: TwoFactor }) {
  routes.on(twoFactorCalls.generate, ({ caller }) => twoFactor.generate(caller.memberId))

  routes.on(twoFactorCalls.validate, async ({ caller, body }) => ({ recoverycodes: await twoFactor.enable(caller.memberId, body.code) }))

  routes.on(twoFactorCalls.disable, ({ caller, body }) => twoFactor.disable(caller.memberId, body.code, caller.sessionHash))

  routes.on(twoFactorCalls.renewRecovery, async ({ caller, body }) => ({
    recoverycodes: await twoFactor.renewRecovery(caller.memberId, body.code),
  }))
}
