import { orderRefusals } from '@lapak/contract/ordering/purchases'
import { ApiError } from '#lib/api-error.ts'

/** What a refused or unanswered order means for the person who sent it. */
export type Refusal =
  /** Nobody knows whether it arrived; sending it again is safe. */
  | { kind: 'unanswered'; message: string }
  /** Just bought the same; it can be sent once more on purpose. */
  | { kind: 'double'; message: string }
  /** Something typed is wrong; it is shown beside that field. */
  | { kind: 'field'; field: 'target' | 'amount'; message: string }
  /** The transaction PIN is missing or wrong. */
  | { kind: 'pin'; message: string }
  /** It costs more by now. */
  | { kind: 'price'; message: string }
  /** Too many tries: the same can be tried again after so many seconds. */
  | { kind: 'later'; message: string; seconds: number }
  | { kind: 'refused'; message: string }

const fieldsOfCodes: Record<string, 'target' | 'amount'> = {
  'purchase.wrong_prefix': 'target',
  'purchase.bill_not_found': 'target',
  'purchase.amount_needed': 'amount',
  'purchase.amount_unwanted': 'amount',
  'purchase.amount_step': 'amount',
}

const pinCodes = new Set(['purchase.pin_needed', 'purchase.pin_wrong'])

/** The server's words for these tell software what to send. */
const justOrdered = 'Kemungkinan pesanan ganda: produk ini baru saja dipesan untuk nomor yang sama'
const dearer = 'Harga baru saja naik'

export function refusalOf(error: Error): Refusal {
  const { message } = error
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { kind: 'unanswered', message }
  if (error.status === 429) return { kind: 'later', message, seconds: error.retryAfterSeconds ?? 1 }
  if (error.code === 'purchase.probable_double') return { kind: 'double', message: justOrdered }
  if (error.code === 'purchase.price_ceiling') return { kind: 'price', message: dearer }
  if (error.errors.target) return { kind: 'field', field: 'target', message: error.errors.target }
  if (error.errors.amount) return { kind: 'field', field: 'amount', message: error.errors.amount }
  if (error.errors.pin) return { kind: 'pin', message: error.errors.pin }
  if (error.code && pinCodes.has(error.code)) return { kind: 'pin', message }
  const field = error.code && fieldsOfCodes[error.code]
  if (field) return { kind: 'field', field, message }
  return { kind: 'refused', message: [message, ...Object.values(error.errors)].join('. ') }
}

/** Said before anybody looked whether the order is known, or because it is. */
const tellingNothing: string[] = ['system.busy', 'system.closing', 'purchase.reference_used'] satisfies (typeof orderRefusals)[number][]
const notTakenCodes = new Set<string>(orderRefusals.filter((code) => !tellingNothing.includes(code)))

/**
 * Whether this refusal of an order that was sent before also tells that it was not taken then. The server answers a
 * reference that it knows with its order, so what it refuses after looking was never taken.
 */
export const meansNotTaken = (error: Error): boolean =>
  error instanceof ApiError && error.code !== undefined && notTakenCodes.has(error.code)
