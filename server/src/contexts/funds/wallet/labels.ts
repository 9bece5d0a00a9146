import type { PaymentHistory } from '@lapak/contract/funds/wallet'
import type { LedgerEvent } from '#db/schema.ts'

/** The purchase that caused an entry. */
export interface Sale {
  reffclient: string
  productcode: string
  target: string
}

/** The business row that caused a movement of a balance. */
export type Cause = { sale: Sale } | { ticket: PaymentHistory } | { reason: string }

interface MovementLabel {
  keterangan: string
  reff: string
}

/**
 * The first words of a row in the member's statement. A refund is one event for buyer and seller; the seller's row begins with `refundedSale`
 * instead.
 */
export const textBeginnings: Partial<Record<LedgerEvent, string>> = {
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
/** The text for every payment of a debt, whichever event made the seller pay it. */
export const debtReason = 'refund penjualan yang belum tertutup saldo'
export const refundedSale = 'Pengembalian dana penjualan'

/** The end of the text for a cash-out that was never paid: an administrator rejected it, or the member withdrew it. */
export const cashOutEndings = { rejected: 'ditolak', withdrawn: 'dibatalkan' }

/** The text of a movement, as shown to the owner of the balance. The search implements the same rules in SQL (mutasi-search.ts). */
export function movementText(event: LedgerEvent, amount: bigint, cause: Cause): MovementLabel {
  const begins = event === 'purchase.refunded' && amount < 0n ? refundedSale : textBeginnings[event]
  if (begins === undefined) throw new Error(`${event} does not move a balance`)
  if ('sale' in cause) {
    const { productcode, target, reffclient } = cause.sale
    return { keterangan: `${begins} ${productcode} ${target}`, reff: reffclient }
  }
  if ('reason' in cause) return { keterangan: `${begins} ${cause.reason}`, reff: '' }
  const { method, status, invoice } = cause.ticket
  if (event !== 'cash_out.rejected') return { keterangan: `${begins} ${method}`, reff: invoice }
  return { keterangan: `${begins} ${method} ${status === 3 ? cashOutEndings.rejected : cashOutEndings.withdrawn}`, reff: invoice }
}
