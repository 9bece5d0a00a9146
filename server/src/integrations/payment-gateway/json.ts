import { rupiahMax } from '@lapak/contract/shared/money'
import { storable } from '#shared/text.ts'

/** A provider's JSON, read field by field: what is not as expected is not there. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What cannot be stored is left out, as is what nobody says. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && storable(value, textMax)) || null

/** The longest is the text of a QRIS code. */
const textMax = 4_000

/** Whole rupiah, as a number or as text; a sum with sen is none, nor is one that nobody pays. */
export function rupiahOf(value: unknown): bigint | null {
  const amount = typeof value === 'string' && /^\d{1,15}(\.0{1,4})?$/.test(value) ? Number(value) : value
  return typeof amount === 'number' && Number.isInteger(amount) && amount > 0 && amount <= rupiahMax ? BigInt(amount) : null
}

/** Of this millennium; PostgreSQL cannot store every moment that can be written. */
export function momentOf(value: unknown): Date | null {
  const at = new Date(textOf(value) ?? Number.NaN)
  return at.getTime() >= firstMoment && at.getTime() < endOfMoments ? at : null
}

const firstMoment = Date.UTC(2000, 0, 1)
const endOfMoments = Date.UTC(3000, 0, 1)
