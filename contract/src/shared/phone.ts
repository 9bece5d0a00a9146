import { plainText } from './wire.ts'

/** The fewest characters that can be a phone number. */
export const phoneMin = 10
export const phoneInvalid = 'Nomor Telp Tidak valid'

/** A phone number as people type it. Whether it is a mobile number of Indonesia is for `contexts/members/otp/phone.ts` of the server to say. */
export const phoneText = plainText(30).min(1, 'Nomor Telp Belum Diisi').min(phoneMin, phoneInvalid)
