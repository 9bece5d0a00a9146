import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Mobile numbers of Indonesia: landline numbers have no WhatsApp. */
const indonesianMobile = /^628\d{8,11}$/

/** The E.164 digits of an entered number (0812…, 812…, +62…, 62…, with spaces and dashes), or null if it is not a mobile number. */
export function normalPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text.trim(), { defaultCountry: 'ID', extract: false })
  if (phone === undefined || phone.ext !== undefined || !phone.isValid()) return null
  const digits = phone.number.slice(1)
  return indonesianMobile.test(digits) ? digits : null
}

/** The local form of a number: 6281330002001 becomes 081330002001. */
export const localPhone = (e164: string): string => e164.replace(/^62/, '0')
