import { senMax } from '@lapak/contract/shared/money'

/** How a bank writes amounts. The rule is never guessed: `1.234` is a thousand at one bank and a decimal fraction at another. */
export type NumberRule = (text: string) => bigint | null

/** The maximum length of an amount with its separators; a longer cell means something else, and converting its digits would take long. */
const sumLengthMax = 40

const rule =
  (pattern: RegExp, thousands: string, decimal: string): NumberRule =>
  (text) => {
    const trimmed = minusFirst(withoutCurrency(text.trim()))
    if (trimmed.length > sumLengthMax || !pattern.test(trimmed) || !/\d/.test(trimmed)) return null
    const [whole = '', part = ''] = trimmed.replace(/^[+-]/, '').replaceAll(thousands, '').split(decimal)
    const sen = BigInt(whole === '' ? '0' : whole) * 100n + BigInt(part.padEnd(2, '0'))
    // A larger number is not an amount but a cell with another meaning, and sums of such numbers could not be stored.
    if (sen > senMax) return null
    return trimmed.startsWith('-') ? -sen : sen
  }

/** Moves a minus from the end to the front: accounting systems write `100.00-`. */
export const minusFirst = (text: string): string => text.replace(/^(\d[\d.,]{0,40})-$/, '-$1')

/** Removes the currency: `Rp 100.123,00`, `+IDR 5.00`. */
const withoutCurrency = (text: string): string => text.slice(0, 2 * sumLengthMax).replace(/^([+-]?) ?(?:rp\.?|idr) ?/i, '$1')

/** Reads `100,123.00`, `100123.00` and `.00`. */
export const dotForSen = rule(/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d{1,2})?$/, ',', '.')
/** Reads `100.123,00`. */
export const commaForSen = rule(/^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d{1,2})?$/, '.', ',')

/** Groups of thousands have three digits and sen at most two, so a text that both rules can read is the same amount in both. */
export const numberRules = { dot: dotForSen, comma: commaForSen } as const
export type NumberStyle = keyof typeof numberRules

/** The rule that can read all of these texts; undefined if there is none. */
export const ruleOf = (texts: readonly string[]): NumberRule | undefined =>
  Object.values(numberRules).find((rule) => texts.every((text) => rule(text) !== null))

const into = /^(?:cr|c|k|kr|kredit|credit|masuk|uang masuk|dana masuk|\+)$/i
const out = /^(?:db|d|dr|debet|debit|keluar|uang keluar|dana keluar|-)$/i

/** The direction of a mark such as CR or DB; null if the text is not a mark. */
export function directionOf(mark: string): 'in' | 'out' | null {
  const word = mark.replace(/\.$/, '')
  return into.test(word) ? 'in' : out.test(word) ? 'out' : null
}

/** Separates an amount from its direction mark: `100,123.00 CR`. */
export function withMark(text: string): { sum: string; mark: string } {
  const [, sum = text, mark = ''] = /^([^A-Za-z]*\d[^A-Za-z]*?) ?([A-Za-z]{1,6}\.?)$/.exec(text) ?? []
  return directionOf(mark) === null ? { sum: text, mark: '' } : { sum, mark }
}

/** An amount whose direction is given by a separate mark. */
export function parseMarkedAmount(text: string, mark: string, number: NumberRule): bigint | null {
  const [amount, direction] = [number(text), directionOf(mark)]
  if (amount === null || direction === null) return null
  if (direction === 'out') return amount < 0n ? amount : -amount
  return amount < 0n ? null : amount
}

/**
 * An amount given in a debit and a credit column, of which one is empty or zero. Null if both columns are filled, both are empty, or one cannot be
 * read.
 */
export function inTwoColumns(debit: string, credit: string, number: NumberRule): bigint | null {
  if (debit === '' && credit === '') return null
  const [spent, got] = [debit, credit].map((text) => (text === '' || text === '-' ? 0n : number(text)))
  // A negative credit is not read as a debit, since the file does not mark it as one.
  if (spent === undefined || got === undefined || spent === null || got === null || got < 0n || (spent !== 0n && got !== 0n)) return null
  return got - (spent < 0n ? -spent : spent)
}
