import { otpCalls } from '@lapak/contract/members/otp'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import type { Routes } from '#http/http.ts'
import { rateLimitByNetwork } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { normalPhone, type Otp } from './otp.ts'

interface OtpRouteDeps {
  db: Database
  otp: Otp
  settings: Settings
}

/**
 * Limits the codes that one IP address can request: each code costs money, and new accounts are free. The limit is high, because many people can
 * share one IP address.
 */
const countCodeRequest = ({ db, settings }: OtpRouteDeps, ipAddress: string) =>
  rateLimitByNetwork(db, 'otp', ipAddress, settings.get('otp.perHourAndNetwork'), 3600)

export function otpRoutes(routes: Routes, deps: OtpRouteDeps) {
  const { otp } = deps

  routes.on(otpCalls.send, async ({ caller, query, request }) => {
    await countCodeRequest(deps, request.ip)
    return otp.send(caller, query.purpose)
  })

  routes.on(otpCalls.sendToPhone, async ({ caller, query, request }) => {
    const phone = normalPhone(query.phone)
    if (phone === null) throw new Refusal('phone.invalid')
    await countCodeRequest(deps, request.ip)
    return otp.sendToPhone(caller, phone)
  })
}
