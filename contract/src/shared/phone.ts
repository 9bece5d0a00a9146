import { plainText } from './wire.ts'

/** Minimum number of characters of a phone number. */
export const phoneMin = 10
export const phoneInvalid = 'Nomor Telp Tidak valid'

/** A phone number as the member typed it. `contexts/members/otp/phone.ts` on the server checks whether it is an Indonesian mobile number. */
export const phoneText = plainText(30).min(1, 'Nomor Telp Belum Diisi').min(phoneMin, phoneInvalid)
