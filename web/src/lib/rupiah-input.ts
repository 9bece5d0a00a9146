import { dotted } from '@lapak/contract/shared/money'

/**
 * The value of a money field: the shown text, and the parsed amount in rupiah; null if the field is empty, undefined if the text is ambiguous or
 * invalid.
 */
export interface RupiahInput {
  text: string
  money: bigint | null | undefined
}

/** Parses `15000`, `15.000` and `Rp 15.000`. Ambiguous or invalid texts (`15,000.00`, `1e5`, `-5000`) are refused. */
export function parseRupiah(text: string): bigint | null | undefined {
  const number = text.trim().replace(/^Rp\.?\s*/i, '')
  if (number === '') return null
  return /^(?:\d+|\d{1,3}(?:\.\d{3})+)$/.test(number) ? BigInt(number.replaceAll('.', '')) : undefined
}

export const formatRupiahInput = (money: bigint | null | undefined): string => (money === null || money === undefined ? '' : dotted(money))

/**
 * The new value after a key press or a paste. If only digits were added to or removed from an amount, its dots are placed again; any other text stays
 * as typed until it can be parsed.
 */
export function updateRupiahInput(before: string, text: string, onlyDigits: boolean): RupiahInput {
  const wasNumber = parseRupiah(before) !== undefined
  const money = parseRupiah(onlyDigits && wasNumber ? text.replaceAll('.', '') : text)
  return { text: money === undefined ? text : formatRupiahInput(money), money }
}

/** The caret position after the dots were placed again: after the same number of digits as before. */
export function caretAfterDigits(text: string, digitsBefore: number): number {
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digitsBefore; caret++) if (/\d/.test(text[caret] ?? '')) seen += 1
  return caret
}
