import type { LedgerEvent } from '#db/schema.ts'

/** The labels of ledger events for administrators. */
export const eventLabels: Record<LedgerEvent, string> = {
  'purchase.held': 'Pembelian',
  'purchase.settled': 'Penjualan',
  'purchase.released': 'Pengembalian pembelian',
  'purchase.refunded': 'Refund pembelian',
  'deposit.approved': 'Topup',
  'deposit.cancelled': 'Pembatalan topup',
  'unmatched.received': 'Dana masuk belum dikenali',
  'unmatched.released': 'Dana masuk dikenali',
  'debt.settled': 'Hutang suplier dilunasi dari saldo',
  'cash_out.requested': 'Penarikan diajukan',
  'cash_out.paid': 'Penarikan dibayar',
  'cash_out.rejected': 'Penarikan ditolak atau dibatalkan',
  'cash_out.returned': 'Penarikan dikembalikan bank',
  'cash.transferred': 'Transfer Kas',
  'cash.corrected': 'Koreksi kas',
  'adjustment.booked': 'Penyesuaian',
}
