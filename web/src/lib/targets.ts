import { isMeter, nationalDigits, type TargetKind } from '@lapak/contract/market-data/targets'

/** `081234567890` → `0812 3456 7890`; what is not a plain number stays as it is. */
export const inFours = (target: string): string => (/^\d{5,}$/.test(target) ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target)

/** A mobile number as it is dialled at home, also one that is written without the zero; of what is no number, the text. */
export const asMobile = (target: string): string => nationalDigits(target.trim()).replace(/^8(?=[1-9])/, '08')

/** The target as an order keeps it. */
export const keptTarget = (target: string, kind: TargetKind): string => (kind === 'mobile' ? asMobile(target) : target.trim())

const wholeMobile = /^08\d{8,11}$/

export const isMobile = (target: string): boolean => wholeMobile.test(asMobile(target))

/** A mobile number of which digits are missing yet. */
export const isHalfMobile = (target: string): boolean => /^08\d{0,7}$/.test(asMobile(target))

/** What a target of this kind looks like, when this one does not; the server takes all but a wrong meter all the same. */
export function oddTarget(target: string, kind: TargetKind): string | null {
  if (kind === 'mobile' && !wholeMobile.test(target)) return 'Nomor HP diawali 08 dan panjangnya 10 sampai 13 angka'
  if (kind === 'meter' && !isMeter(target)) return 'Nomor meter PLN terdiri dari 11 angka, ID pelanggan 12 angka'
  if (kind === 'digits' && !/^\d{6,20}$/.test(target)) return 'Nomor pelanggan atau kartu terdiri dari 6 sampai 20 angka'
  return null
}

/** A product code and a number in one line, as cashiers write them to one another: `S10 0812…`, `0812… s10`, `S10.0812…`. */
export function readOrder(text: string): { code: string; target: string } | null {
  const words = text.trim().split(/[\s.,;:]+/)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length < 2) return null
  const [code, number] = isCode(first) ? [first, words.slice(1)] : [last, words.slice(0, -1)]
  const target = cleanTarget(number.join(''))
  return isCode(code) && /^\d+$/.test(target) ? { code: code.toUpperCase(), target } : null
}

const isCode = (word: string) => /^[a-z][a-z0-9]{0,29}$/i.test(word)

/** What people paste as a number: `+62 812-3456.7890` and `+62 0812…` → `081234567890`. Other targets (game ids, e-mails) are only trimmed. */
export function cleanTarget(text: string): string {
  if (!/^[\s\d+().-]*$/.test(text)) return text.trimStart()
  const number = text.replace(/[\s().-]/g, '')
  // Only a plus tells that it is a phone number; a meter's number may begin with 62 too.
  return (number.startsWith('+') ? nationalDigits(number) : number).replaceAll('+', '')
}
