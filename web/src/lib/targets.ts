import { nationalDigits, type TargetKind } from '@lapak/contract/targets'

/** `081234567890` → `0812 3456 7890`; what is not a plain number stays as it is. */
export const inFours = (target: string): string => (/^\d{5,}$/.test(target) ? target.replace(/(\d{4})(?=\d)/g, '$1 ') : target)

/** The target as an order keeps it: a mobile number as it is dialled at home. */
export const keptTarget = (target: string, kind: TargetKind): string => (kind === 'mobile' ? nationalDigits(target.trim()) : target.trim())

/** What a target of this kind looks like, when this one does not; the server takes it all the same. */
export function oddTarget(target: string, kind: TargetKind): string | null {
  if (kind === 'mobile' && !/^08\d{8,11}$/.test(target)) return 'Nomor HP diawali 08 dan panjangnya 10 sampai 13 angka'
  if (kind === 'digits' && !/^\d{6,20}$/.test(target)) return 'Nomor meter atau pelanggan terdiri dari 6 sampai 20 angka'
  return null
}

/** What people paste as a number: `+62 812-3456.7890` and `+62 0812…` → `081234567890`. Other targets (game ids, e-mails) are only trimmed. */
export function cleanTarget(text: string): string {
  if (!/^[\s\d+().-]*$/.test(text)) return text.trimStart()
  const number = text.replace(/[\s().-]/g, '')
  // Only a plus tells that it is a phone number; a meter's number may begin with 62 too.
  return (number.startsWith('+') ? nationalDigits(number) : number).replaceAll('+', '')
}
