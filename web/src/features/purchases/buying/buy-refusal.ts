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
  | { kind: 'refused'; message: string }

const fieldsOfCodes: Record<string, 'target' | 'amount'> = {
  'purchase.wrong_prefix': 'target',
  'purchase.bill_not_found': 'target',
  'purchase.amount_needed': 'amount',
  'purchase.amount_unwanted': 'amount',
  'purchase.amount_step': 'amount',
}

const pinCodes = new Set(['purchase.pin_needed', 'purchase.pin_wrong'])

/** The server's words for it tell software to send a counter. */
const justOrdered = 'Kemungkinan pesanan ganda: produk ini baru saja dipesan untuk nomor yang sama'

export function refusalOf(error: Error): Refusal {
  const { message } = error
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { kind: 'unanswered', message }
  if (error.code === 'purchase.probable_double') return { kind: 'double', message: justOrdered }
  if (error.errors.target) return { kind: 'field', field: 'target', message: error.errors.target }
  if (error.errors.amount) return { kind: 'field', field: 'amount', message: error.errors.amount }
  if (error.errors.pin) return { kind: 'pin', message: error.errors.pin }
  if (error.code && pinCodes.has(error.code)) return { kind: 'pin', message }
  const field = error.code && fieldsOfCodes[error.code]
  if (field) return { kind: 'field', field, message }
  return { kind: 'refused', message: [message, ...Object.values(error.errors)].join('. ') }
}
