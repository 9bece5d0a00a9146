import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText } from '../shared/wire.ts'

export const pinLength = 6
export const pinTooShort = `PIN harus ${pinLength} angka`
export const transactionPin = boundedText(20, pinTooShort).regex(new RegExp(`^\\d{${pinLength}}$`), pinTooShort)

/** The transaction PIN, for members who have set one. In an open session, it protects the settings of the buyer's software. */
export const askedPin = boundedText(20).nullish()
export const pinRefusals = ['purchase.pin_needed', 'purchase.pin_wrong', 'access.too_many'] as const

export const pinCalls = {
  change: call('PATCH', '/api/v1/user/pin', {
    summary: 'Set or change the PIN that orders on the page need; an empty one switches it off',
    access: 'member',
    secondFactor: 'adminsAndSellers',
    body: z.object({ password: boundedText(200).min(1, 'Password is required'), pin: z.union([z.literal(''), transactionPin]) }),
    done: 'PIN transaksi disimpan',
    limit: { setting: 'pin.changesPerHour', seconds: 3600 },
    refuses: ['access.old_password', 'access.too_many', 'pin.too_simple'],
  }),
}
