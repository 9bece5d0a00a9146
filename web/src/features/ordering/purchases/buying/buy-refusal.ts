import { orderRefusals } from '@lapak/contract/ordering/purchases'
import { ApiError } from '#lib/api-error.ts'

/** What the refused or unanswered order means for the buyer. */
export type OrderRefusal =
  /** The outcome of the order is unknown; sending it again is safe. */
  | { kind: 'unanswered'; message: string }
  /** An identical order was just accepted; the buyer can send a second order on purpose. */
  | { kind: 'double'; message: string }
  /** The target or the amount is invalid; the error is shown at its field. */
  | { kind: 'field'; field: 'target' | 'amount'; message: string }
  /** The transaction PIN is missing or wrong. */
  | { kind: 'pin'; message: string }
  /** The price has increased. */
  | { kind: 'price'; message: string }
  /** There were too many tries: the order can be sent again after this number of seconds. */
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

/** Texts that replace messages of the server that are addressed to software developers. */
const justOrdered = 'Kemungkinan pesanan ganda: produk ini baru saja dipesan untuk nomor yang sama'
const dearer = 'Harga baru saja naik'

export function orderRefusalOf(error: Error): OrderRefusal {
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

/**
 * Refusals from which the outcome of the first request cannot be inferred: the server sends them before it looks up the reference, or because the
 * reference is known.
 */
const tellingNothing: string[] = ['system.busy', 'system.closing', 'purchase.reference_used'] satisfies (typeof orderRefusals)[number][]
const notTakenCodes = new Set<string>(orderRefusals.filter((code) => !tellingNothing.includes(code)))

/**
 * Whether the refusal of a repeated order also means that the first request was not accepted. For a known reference the server answers with the
 * existing order, so a refusal after looking up the reference means that the order was never accepted.
 */
export const meansNeverAccepted = (error: Error): boolean =>
  error instanceof ApiError && error.code !== undefined && notTakenCodes.has(error.code)
