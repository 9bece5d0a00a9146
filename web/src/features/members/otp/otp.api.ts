import { otpCalls } from '@lapak/contract/members/otp'
import type { QuerySent } from '@lapak/contract/shared/call'
import { submit } from '#lib/api.ts'

/** To the verified phone, or by e-mail if there is none. */
export const sendCode = (purpose: QuerySent<typeof otpCalls.send>['purpose']) => submit(otpCalls.send, { query: { purpose } })

/** To a phone that is not verified yet. */
export const sendPhoneCode = (phone: string) => submit(otpCalls.sendToPhone, { query: { phone } })
