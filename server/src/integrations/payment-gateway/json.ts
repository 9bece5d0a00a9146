import { rupiahMax } from '@lapak/contract/shared/money'
import { storable } from '#shared/text.ts'

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

/** Null for an empty text and for one that cannot be stored. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && storable(value, textMax)) || null

/** The longest value is the text of a QRIS code. */
const textMax = 4_000

/** Whole rupiah, as a number or as text. Null for an amount with sen, one that is not positive, and one above the maximum. */
export function rupiahOf(value: unknown): bigint | null {
  const amount = typeof value === 'string' && /^\d{1,15}(\.0{1,4})?$/.test(value) ? Number(value) : value
  return typeof amount === 'number' && Number.isInteger(amount) && amount > 0 && amount <= rupiahMax ? BigInt(amount) : null
}

/** From the year 2000 up to 3000: PostgreSQL cannot store every moment that a text can express. */
export function momentOf(value: unknown): Date | null {
  const at = new Date(textOf(value) ?? Number.NaN)
  return at.getTime() >= firstMoment && at.getTime() < endOfMoments ? at : null
}

const firstMoment = Date.UTC(2000, 0, 1)
const endOfMoments = Date.UTC(3000, 0, 1)
