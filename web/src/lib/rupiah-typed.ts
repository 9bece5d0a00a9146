import { dotted } from '@lapak/contract/shared/money'

/** What a field for money holds: text as the buyer sees it, and what it says; undefined when it cannot be read for certain. */
export interface RupiahTyped {
  text: string
  money: bigint | null | undefined
}

/** `15000`, `15.000` and `Rp 15.000` are read; what could mean another sum (`15,000.00`, `1e5`, `-5000`) is not. */
export function readRupiah(text: string): bigint | null | undefined {
  const number = text.trim().replace(/^Rp\.?\s*/i, '')
  if (number === '') return null
  return /^(?:\d+|\d{1,3}(?:\.\d{3})+)$/.test(number) ? BigInt(number.replaceAll('.', '')) : undefined
}

export const typedOf = (money: bigint | null | undefined): string => (money === null || money === undefined ? '' : dotted(money))

/**
 * After a key or a paste. Digits that come into a number, or go from it, move its dots; anything else stays as it was typed
 * until all of it can be read.
 */
export function typeRupiah(before: string, text: string, onlyDigits: boolean): RupiahTyped {
  const wasNumber = readRupiah(before) !== undefined
  const money = readRupiah(onlyDigits && wasNumber ? text.replaceAll('.', '') : text)
  return { text: money === undefined ? text : typedOf(money), money }
}

/** Where the caret goes when the dots around it moved: behind as many digits as before. */
export function caretIn(text: string, digitsBefore: number): number {
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digitsBefore; caret++) if (/\d/.test(text[caret] ?? '')) seen += 1
  return caret
}
