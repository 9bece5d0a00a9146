import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, moment } from '../shared/wire.ts'
import { otpCode, otpSid } from './otp.ts'

/** For so long a proof holds, for the session that gave it and no other. Signing in is one as well. */
export const stepUpMinutes = 10

/** What proves that the owner of the account sits at this session. A code of `otp` was asked for with the purpose `proof`. */
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
    // Right ones too: each is written down, and may be given again and again.
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
