import type { PaymentHistory } from '@lapak/contract/funds/wallet'
import type { LedgerEvent } from '#db/schema.ts'

/** Of the purchase that an entry is about. */
export interface Sale {
  reffclient: string
  productcode: string
  target: string
}

/** What moved a balance: the row that demanded it. */
export type Cause = { sale: Sale } | { ticket: PaymentHistory } | { reason: string }

interface MovementLabel {
  keterangan: string
  reff: string
}

/** How a row of the statement begins. What gave a purchase back is one event for both sides of it, and begins otherwise for who paid. */
export const beginnings: Partial<Record<LedgerEvent, string>> = {
  'purchase.held': 'Pembelian',
  'purchase.released': 'Pengembalian pembelian',
  'purchase.settled': 'Penjualan',
  'purchase.refunded': 'Refund pembelian',
  'deposit.approved': 'Topup',
  'deposit.cancelled': 'Pembatalan topup',
  'cash_out.requested': 'Penarikan ke',
  'cash_out.rejected': 'Penarikan ke',
  'cash_out.returned': 'Penarikan dikembalikan bank',
  'adjustment.booked': 'Penyesuaian:',
  'debt.settled': 'Pelunasan hutang:',
}
/** Where a debt comes from, whatever made its seller pay it. */
export const debtReason = 'refund penjualan yang belum tertutup saldo'
export const refundedSale = 'Pengembalian dana penjualan'

/** Of what never left: an administrator said no, or it was taken back. */
export const endings = { rejected: 'ditolak', withdrawn: 'dibatalkan' }

/** Of a movement, for whose balance it is. The search says the same in SQL (mutasi-search.ts). */
export function sayMovement(event: LedgerEvent, amount: bigint, cause: Cause): MovementLabel {
  const begins = event === 'purchase.refunded' && amount < 0n ? refundedSale : beginnings[event]
  if (begins === undefined) throw new Error(`${event} is nothing that moves a balance`)
  if ('sale' in cause) {
    const { productcode, target, reffclient } = cause.sale
    return { keterangan: `${begins} ${productcode} ${target}`, reff: reffclient }
  }
  if ('reason' in cause) return { keterangan: `${begins} ${cause.reason}`, reff: '' }
  const { method, status, invoice } = cause.ticket
  if (event !== 'cash_out.rejected') return { keterangan: `${begins} ${method}`, reff: invoice }
  return { keterangan: `${begins} ${method} ${status === 3 ? endings.rejected : endings.withdrawn}`, reff: invoice }
}
