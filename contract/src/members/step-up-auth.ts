import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, moment } from '../shared/wire.ts'
import { otpCode, otpSid } from './otp.ts'

/** Minutes for which a step-up authentication is valid, only in the same session. A sign-in counts as a step-up authentication. */
export const stepUpMinutes = 10

/** Methods of step-up authentication. A one-time code must be requested with the purpose `proof`. */
const stepUpRequest = z.union([
  z.strictObject({ password: boundedText(200).min(1, 'Password is required') }),
  z.strictObject({ pin: boundedText(20).min(1, 'PIN wajib diisi') }),
  z.strictObject({ code: boundedText(40).trim().min(1, 'Kode authenticator wajib diisi').max(20) }),
  z.strictObject({ otp: otpCode, sid: otpSid }),
])

export const stepUpCalls = {
  stepUp: call('POST', '/api/v1/user/proof', {
    summary: `Step up the session by password, PIN, authenticator code or mailed code; valid for ${stepUpMinutes} minutes`,
    access: 'member',
    body: stepUpRequest,
    data: z.object({ until: moment }),
    done: 'Terima kasih, silakan lanjutkan',
    // Successful attempts count as well: each is recorded in the audit, and a caller could repeat them without end.
    limit: { setting: 'access.stepUpsPerHour', seconds: 3600, per: 'session' },
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
