import { senMax } from '@lapak/contract/money'

/** How a bank writes sums. Never guessed: `1.234` is a thousand at one and one and a bit at another. */
export type NumberRule = (text: string) => bigint | null

const rule =
  (pattern: RegExp, thousands: string, decimal: string): NumberRule =>
  (text) => {
    const trimmed = text.trim()
    if (!pattern.test(trimmed) || !/\d/.test(trimmed)) return null
    const [whole = '', part = ''] = trimmed.replace(/^[+-]/, '').replaceAll(thousands, '').split(decimal)
    const sen = BigInt(whole === '' ? '0' : whole) * 100n + BigInt(part.padEnd(2, '0'))
    // What no account holds or moves is a cell that means something else, and sums of such would fit nowhere.
    if (sen > senMax) return null
    return trimmed.startsWith('-') ? -sen : sen
  }

/** `100,123.00`, `100123.00`, `.00` */
export const dotForSen = rule(/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d{1,2})?$/, ',', '.')
/** `100.123,00` */
export const commaForSen = rule(/^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d{1,2})?$/, '.', ',')
