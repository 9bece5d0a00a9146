import { z } from 'zod'
import { call } from '../shared/call.ts'
import { phoneText } from '../shared/phone.ts'
import type { RefusalMsg } from '../shared/refusals.ts'
import { boundedText } from '../shared/wire.ts'

/** Seconds between two codes that a member requests. */
export const otpPauseSeconds = 60
export const otpLength = 6
/** Message for the code that verifies a Jabber address (B-VAL-43). */
export const otpTooShort = `OTP ${otpLength} characters`
/** Validity of a code in minutes. */
export const otpMinutes = 5

/**
 * Purposes for which a code can be requested. A code that is requested without a purpose confirms every action except phone verification and step-up
 * authentication.
 */
export const otpPurposes = ['confirm', 'cash_out', 'jabber', 'bank', 'proof'] as const

/** The client sends `sid` back with the code. `key` and `otpkey` contain the same value, under the field names of other forms. */
export const otpSent = z.object({
  sid: z.string(),
  key: z.string(),
  otpkey: z.string(),
  channel: z.enum(['whatsapp', 'mail']),
  /** Masked phone number or e-mail address to which the code was sent: `08••••••2001`. */
  destination: z.string(),
})

const codeSaying = (wrong: string) =>
  boundedText(40, wrong)
    .trim()
    .regex(new RegExp(`^\\d{${otpLength}}$`), wrong)

/** A code as the member typed it. */
export const otpCode = codeSaying(`Kode OTP ${otpLength} angka`)
export const jabberOtpCode = codeSaying(otpTooShort)
export const otpSid = boundedText(100)
  .min(1, 'Minta kode OTP dahulu')
  .regex(/^[\w-]*$/, 'Kode OTP tidak berlaku, minta kode baru' satisfies RefusalMsg<'otp.expired'>)

export const otpCalls = {
  send: call('GET', '/api/v1/otp', {
    summary: 'Send a one-time code to the member: by WhatsApp if the phone is verified, otherwise and for step-up authentication by e-mail',
    access: 'member',
    query: z.object({ purpose: z.enum(otpPurposes).default('confirm') }),
    data: otpSent,
    done: 'Otp Terkirim',
    refuses: ['otp.wait', 'otp.too_many', 'rate.too_many'],
  }),
  sendToPhone: call('GET', '/api/v1/otpprofile', {
    summary: 'Send a one-time code that verifies this phone number',
    access: 'member',
    query: z.object({ phone: phoneText }),
    data: otpSent,
    done: 'Otp Terkirim',
    refuses: ['phone.invalid', 'phone.locked', 'otp.wait', 'otp.too_many', 'rate.too_many'],
  }),
}
