import { otpCalls } from '@lapak/contract/members/otp'
import type { QuerySent } from '@lapak/contract/shared/call'
import { submit } from '#lib/api.ts'

/** Sends a code to the verified phone number, or by e-mail if there is no verified number. */
export const sendOtp = (purpose: QuerySent<typeof otpCalls.send>['purpose']) => submit(otpCalls.send, { query: { purpose } })

/** Sends a code to a phone number that is not verified yet. */
export const sendOtpToPhone = (phone: string) => submit(otpCalls.sendToPhone, { query: { phone } })
