import { dotted } from '@lapak/contract/shared/money'

/** The value of a money field: the text as shown and the parsed amount; undefined if the text is ambiguous or invalid. */
export interface RupiahTyped {
  text: string
  money: bigint | null | undefined
}

/** Accepts `15000`, `15.000` and `Rp 15.000`; ambiguous forms (`15,000.00`, `1e5`, `-5000`) are refused. */
export function readRupiah(text: string): bigint | null | undefined {
  const number = text.trim().replace(/^Rp\.?\s*/i, '')
  if (number === '') return null
  return /^(?:\d+|\d{1,3}(?:\.\d{3})+)$/.test(number) ? BigInt(number.replaceAll('.', '')) : undefined
}

export const typedOf = (money: bigint | null | undefined): string => (money === null || money === undefined ? '' : dotted(money))

/** After a key press or a paste. Digits added to or removed from a number move its dots; any other text stays as typed until it can be parsed. */
export function typeRupiah(before: string, text: string, onlyDigits: boolean): RupiahTyped {
  const wasNumber = readRupiah(before) !== undefined
  const money = readRupiah(onlyDigits && wasNumber ? text.replaceAll('.', '') : text)
  return { text: money === undefined ? text : typedOf(money), money }
}

/** The caret position after the dots have moved: behind the same number of digits as before. */
export function caretIn(text: string, digitsBefore: number): number {
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digitsBefore; caret++) if (/\d/.test(text[caret] ?? '')) seen += 1
  return caret
}
