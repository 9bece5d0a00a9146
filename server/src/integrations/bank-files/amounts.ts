import { senMax } from '@lapak/contract/shared/money'

/** How a bank writes sums. Never guessed: `1.234` is a thousand at one and one and a bit at another. */
export type NumberRule = (text: string) => bigint | null

/** The longest sum with its separators; a longer cell means something else, and its digits would be worked through. */
const sumLengthMax = 40

const rule =
  (pattern: RegExp, thousands: string, decimal: string): NumberRule =>
  (text) => {
    const trimmed = minusFirst(withoutCurrency(text.trim()))
    if (trimmed.length > sumLengthMax || !pattern.test(trimmed) || !/\d/.test(trimmed)) return null
    const [whole = '', part = ''] = trimmed.replace(/^[+-]/, '').replaceAll(thousands, '').split(decimal)
    const sen = BigInt(whole === '' ? '0' : whole) * 100n + BigInt(part.padEnd(2, '0'))
    // What no account holds or moves is a cell that means something else, and sums of such would fit nowhere.
    if (sen > senMax) return null
    return trimmed.startsWith('-') ? -sen : sen
  }

/** `100.00-`, as accounting systems write it. */
export const minusFirst = (text: string): string => text.replace(/^(\d[\d.,]{0,40})-$/, '-$1')

/** `Rp 100.123,00`, `+IDR 5.00` */
const withoutCurrency = (text: string): string => text.slice(0, 2 * sumLengthMax).replace(/^([+-]?) ?(?:rp\.?|idr) ?/i, '$1')

/** `100,123.00`, `100123.00`, `.00` */
export const dotForSen = rule(/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d{1,2})?$/, ',', '.')
/** `100.123,00` */
export const commaForSen = rule(/^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d{1,2})?$/, '.', ',')

/** Since thousands have three digits and sen at most two, a text that both can read is the same sum to both. */
export const numberRules = { dot: dotForSen, comma: commaForSen } as const
export type NumberStyle = keyof typeof numberRules

/** The one by which all of these can be read; undefined where there is none. */
export const ruleOf = (texts: readonly string[]): NumberRule | undefined =>
  Object.values(numberRules).find((rule) => texts.every((text) => rule(text) !== null))

const into = /^(?:cr|c|k|kr|kredit|credit|masuk|uang masuk|dana masuk|\+)$/i
const out = /^(?:db|d|dr|debet|debit|keluar|uang keluar|dana keluar|-)$/i

/** Which way a mark says that money went; null for what is none. */
export function directionOf(mark: string): 'in' | 'out' | null {
  const word = mark.replace(/\.$/, '')
  return into.test(word) ? 'in' : out.test(word) ? 'out' : null
}

/** `100,123.00 CR` is a sum and its mark. */
export function withMark(text: string): { sum: string; mark: string } {
  const [, sum = text, mark = ''] = /^([^A-Za-z]*\d[^A-Za-z]*?) ?([A-Za-z]{1,6}\.?)$/.exec(text) ?? []
  return directionOf(mark) === null ? { sum: text, mark: '' } : { sum, mark }
}

/** A sum with its direction beside it. */
export function marked(text: string, mark: string, number: NumberRule): bigint | null {
  const [amount, direction] = [number(text), directionOf(mark)]
  if (amount === null || direction === null) return null
  if (direction === 'out') return amount < 0n ? amount : -amount
  return amount < 0n ? null : amount
}

/** A sum in two columns, one of which is empty or zero; null where both are filled, both empty, or one cannot be read. */
export function inTwoColumns(debit: string, credit: string, number: NumberRule): bigint | null {
  if (debit === '' && credit === '') return null
  const [spent, got] = [debit, credit].map((text) => (text === '' || text === '-' ? 0n : number(text)))
  // What is taken back of a credit is no debit that anybody says.
  if (spent === undefined || got === undefined || spent === null || got === null || got < 0n || (spent !== 0n && got !== 0n)) return null
  return got - (spent < 0n ? -spent : spent)
}
