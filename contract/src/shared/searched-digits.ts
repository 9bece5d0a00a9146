import { nationalDigits } from '../market-data/targets.ts'

const separators = /[\s().-]/g

/** Shorter sequences match too many numbers. */
const digitsMin = 5

export interface SearchedDigits {
  /** In the form in which phone and customer numbers are stored: `+62 812-3456` becomes `08123456`. */
  number: string
  /** In the form of a serial number without its separators. */
  serial: string
}

/** Parses a typed or pasted number in any spelling. Null for any other text. */
export function searchedDigits(typed: string): SearchedDigits | null {
  const compact = typed.replace(separators, '')
  if (!/^\+?\d+$/.test(compact) || compact.length < digitsMin) return null
  const serial = compact.replace('+', '')
  return { number: nationalDigits(compact).replace('+', ''), serial }
}

/** A serial number in the form in which it is compared with the search text. */
export const withoutGaps = (serialNumber: string): string => serialNumber.replace(/[ .-]/g, '')
