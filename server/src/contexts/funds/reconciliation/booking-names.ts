import { cashOutInvoice, invoiceOf } from '#contexts/funds/ticket-numbers/ticket-numbers.ts'
import type { LedgerEvent } from '#db/schema.ts'

/** Bookings that move money of a cash account and that its bank, or the payment provider, should show. */
export const bookingLabels = {
  'deposit.approved': 'Topup',
  'cash_out.paid': 'Penarikan dibayar',
  'cash_out.returned': 'Penarikan dikembalikan bank',
  'cash.transferred': 'Transfer kas',
  'cash.corrected': 'Koreksi kas',
  'unmatched.released': 'Dana masuk dilepas sebagai bukan urusan Lapak',
} as const satisfies Partial<Record<LedgerEvent, string>>
export type BookingEvent = keyof typeof bookingLabels

export const transferWord = 'transfer '
export const correctionWord = 'koreksi '
export const releaseWord = 'dana masuk '

/** The reference of a difference about a booking that the other side does not show. */
export function bookingName(installation: string, event: BookingEvent, reference: bigint): string {
  switch (event) {
    case 'deposit.approved':
      return invoiceOf(installation, reference)
    case 'cash_out.paid':
    case 'cash_out.returned':
      return cashOutInvoice(installation, reference)
    case 'cash.transferred':
      return `${transferWord}${reference}`
    case 'cash.corrected':
      return `${correctionWord}${reference}`
    case 'unmatched.released':
      return `${releaseWord}${reference}`
  }
}
