import { nationalDigits } from '../market-data/targets.ts'

const separators = /[\s().-]/g

/** Shorter ones stand in many numbers. */
const digitsMin = 5

export interface SearchedDigits {
  /** As a phone or customer number is kept: `+62 812-3456` is `0812 3456`, without the gap. */
  number: string
  /** As they stand in a serial number once its gaps are left out. */
  serial: string
}

/** What somebody typed or pasted who looks for a number, however it is spelled; null for anything else. */
export function searchedDigits(typed: string): SearchedDigits | null {
  const compact = typed.replace(separators, '')
  if (!/^\+?\d+$/.test(compact) || compact.length < digitsMin) return null
  const serial = compact.replace('+', '')
  return { number: nationalDigits(compact).replace('+', ''), serial }
}

/** A serial number as it is compared with what was typed. */
export const withoutGaps = (serialNumber: string): string => serialNumber.replace(/[ .-]/g, '')
