import { rupiahMax, senMax } from '@lapak/contract/shared/money'
import { storableText } from '#shared/text.ts'

/** The JSON of a provider, read field by field: an unexpected value counts as missing. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The value as a text that PostgreSQL can store; null if the value is not a text or is empty. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && storableText(value, textMax)) || null

/** The longest value is the text of a QRIS code. */
const textMax = 4_000

/** Whole rupiah, given as a number or as a text. Null if the amount has sen, is not positive, or exceeds the maximum. */
export function rupiahOf(value: unknown): bigint | null {
  const amount = typeof value === 'string' && /^\d{1,15}(\.0{1,4})?$/.test(value) ? Number(value) : value
  return typeof amount === 'number' && Number.isInteger(amount) && amount > 0 && amount <= rupiahMax ? BigInt(amount) : null
}

/** Rupiah and sen as an amount of sen, given as a number. Null if it is not a number, has more than two decimals, or exceeds what JSON keeps exactly. */
export function senOfNumber(value: unknown): bigint | null {
  if (typeof value !== 'number' || !(Math.abs(value) * 100 <= senMax)) return null
  const sen = Math.round(value * 100)
  return Math.abs(sen / 100 - value) < 1e-4 ? BigInt(sen) : null
}

/** Whether an amount is in rupiah. The provider does not name the currency in every message. */
export const isInRupiah = ({ currency }: Fields): boolean => currency === undefined || currency === null || currency === 'IDR'

/** Parses a time from the year 2000 up to 3000; null for others, since PostgreSQL cannot store every time that a text can express. */
export function momentOf(value: unknown): Date | null {
  const at = new Date(textOf(value) ?? Number.NaN)
  return at.getTime() >= firstMoment && at.getTime() < endOfMoments ? at : null
}

const firstMoment = Date.UTC(2000, 0, 1)
const endOfMoments = Date.UTC(3000, 0, 1)
