import { isMeter, nationalDigits, type TargetKind } from '@lapak/contract/market-data/targets'

/** Groups digits in fours: `081234567890` → `0812 3456 7890`. Other texts stay unchanged. */
export const groupInFours = (target: string): string => (/^\d{5,}$/.test(target) ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target)

/** The mobile number in the national format, also if it was typed without the leading zero; other texts stay unchanged. */
export const toNationalMobile = (target: string): string => nationalDigits(target.trim()).replace(/^8(?=[1-9])/, '08')

/** The target in the form in which orders store it. */
export const toStoredTarget = (target: string, kind: TargetKind): string => (kind === 'mobile' ? toNationalMobile(target) : target.trim())

const wholeMobile = /^08\d{8,11}$/

export const isMobile = (target: string): boolean => wholeMobile.test(toNationalMobile(target))

/** Whether the target is the beginning of a mobile number that is too short. */
export const isIncompleteMobile = (target: string): boolean => /^08\d{0,7}$/.test(toNationalMobile(target))

/**
 * A text with the expected format if the target does not have it; otherwise null. It is only a warning: the server refuses only wrong meter numbers.
 */
export function targetFormatWarning(target: string, kind: TargetKind): string | null {
  if (kind === 'mobile' && !wholeMobile.test(target)) return 'Nomor HP diawali 08 dan panjangnya 10 sampai 13 angka'
  if (kind === 'meter' && !isMeter(target)) return 'Nomor meter PLN terdiri dari 11 angka, ID pelanggan 12 angka'
  if (kind === 'digits' && !/^\d{6,20}$/.test(target)) return 'Nomor pelanggan atau kartu terdiri dari 6 sampai 20 angka'
  return null
}

/** Parses a product code and a target in one line, in any order and notation that cashiers use: `S10 0812…`, `0812… s10`, `S10.0812…`. */
export function parseOrderLine(text: string): { code: string; target: string } | null {
  const words = text.trim().split(/[\s.,;:]+/)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length < 2) return null
  const [code, number] = isCode(first) ? [first, words.slice(1)] : [last, words.slice(0, -1)]
  const target = normaliseTarget(number.join(''))
  return isCode(code) && /^\d+$/.test(target) ? { code: code.toUpperCase(), target } : null
}

const isCode = (word: string) => /^[a-z][a-z0-9]{0,29}$/i.test(word)

/**
 * Normalises a pasted number: `+62 812-3456.7890` and `+62 0812…` become `081234567890`. Other targets (game ids, e-mail addresses) are only trimmed.
 */
export function normaliseTarget(text: string): string {
  if (!/^[\s\d+().-]*$/.test(text)) return text.trimStart()
  const number = text.replace(/[\s().-]/g, '')
  // Only a leading plus identifies an international phone number, because a meter number may also begin with 62.
  return (number.startsWith('+') ? nationalDigits(number) : number).replaceAll('+', '')
}
