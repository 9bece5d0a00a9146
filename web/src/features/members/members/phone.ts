import { phoneInvalid, phoneMin } from '@lapak/contract/shared/phone'
import { normaliseTarget } from '#lib/targets.ts'

/** Normalises pasted numbers (`0812-3456 7890`, `+62 812…`, `62812…`) to the local format. */
export const normalisePhone = (text: string): string =>
  normaliseTarget(text)
    .replace(/\D/g, '')
    .replace(/^62(?=8)/, '0')

export const isPhoneComplete = (phone: string): boolean => phone.length >= phoneMin

export function phoneError(phone: string): string | null {
  if (phone === '') return 'Nomor Telp Belum Diisi'
  return isPhoneComplete(phone) ? null : phoneInvalid
}
