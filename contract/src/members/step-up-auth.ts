import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, moment } from '../shared/wire.ts'
import { otpCode, otpSid } from './otp.ts'

/** Validity of a step-up authentication in minutes, for the same session only. Signing in counts as one. */
export const stepUpMinutes = 10

/** Methods of step-up authentication. An OTP must be requested with the purpose `proof`. */
const stepUpRequest = z.union([
  z.strictObject({ password: boundedText(200).min(1, 'Password is required') }),
  z.strictObject({ pin: boundedText(20).min(1, 'PIN wajib diisi') }),
  z.strictObject({ code: boundedText(40).trim().min(1, 'Kode authenticator wajib diisi').max(20) }),
  z.strictObject({ otp: otpCode, sid: otpSid }),
])

export const stepUpCalls = {
  prove: call('POST', '/api/v1/user/proof', {
    summary: `Prove who is signed in, by password, PIN, authenticator code or mailed code; holds for ${stepUpMinutes} minutes`,
    access: 'member',
    body: stepUpRequest,
    data: z.object({ until: moment }),
    done: 'Terima kasih, silakan lanjutkan',
    // Counts successes as well: each is recorded in the audit and can be repeated.
    limit: { setting: 'access.proofsPerHour', seconds: 3600, per: 'session' },
    refuses: [
      'access.old_password',
      'access.too_many',
      'purchase.pin_wrong',
      'two_factor.not_active',
      'two_factor.wrong_code',
      'otp.wrong',
      'otp.expired',
    ],
  }),
}
