import { twoFactorCalls } from '@lapak/contract/members/two-factor'
import type { Routes } from '#http/http.ts'
import type { TwoFactor } from './two-factor.ts'

export function twoFactorRoutes(routes: Routes, { twoFactor }: { twoFactor: TwoFactor }) {
  routes.on(twoFactorCalls.generate, ({ caller }) => twoFactor.generate(caller.memberId))

  routes.on(twoFactorCalls.validate, async ({ caller, body }) => ({ recoverycodes: await twoFactor.enable(caller, body.code) }))

  routes.on(twoFactorCalls.disable, ({ caller, body }) => twoFactor.disable(caller, body.code))

  routes.on(twoFactorCalls.renewRecovery, async ({ caller, body }) => ({
    recoverycodes: await twoFactor.regenerateRecoveryCodes(caller, body.code),
  }))
}
