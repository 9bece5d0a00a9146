import { otpCalls } from '@lapak/contract/members/otp'
import type { Routes } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { normalPhone, type Otp } from './otp.ts'

export function otpRoutes(routes: Routes, { otp }: { otp: Otp }) {
  routes.on(otpCalls.send, ({ caller, query }) => otp.send(caller, query.purpose))

  routes.on(otpCalls.sendToPhone, ({ caller, query }) => {
    const phone = normalPhone(query.phone)
    if (phone === null) throw new Refusal('phone.invalid')
    return otp.sendToPhone(caller, phone)
  })
}
