import { nationalDigits } from '../market-data/targets.ts'

const separators = /[\s().-]/g

/** Minimum number of digits: fewer digits match too many numbers. */
const digitsMin = 5

export interface SearchedDigits {
  /** The number in the form in which phone and customer numbers are stored: `+62 812-3456` becomes `08123456`. */
  number: string
  /** The number in the form of a serial number without separators. */
  serial: string
}

/** Parses a number that was typed or pasted in any spelling. Returns null for any other text. */
export function searchedDigits(typed: string): SearchedDigits | null {
  const compact = typed.replace(separators, '')
  if (!/^\+?\d+$/.test(compact) || compact.length < digitsMin) return null
  const serial = compact.replace('+', '')
  return { number: nationalDigits(compact).replace('+', ''), serial }
}

/** A serial number without separators, for comparison with the search text. */
export const withoutGaps = (serialNumber: string): string => serialNumber.replace(/[ .-]/g, '')
