import type { PaymentHistory } from '@lapak/contract/wallet'
import type { LedgerEvent } from '#core/schema.ts'

/** Of the purchase that an entry is about. */
export interface Sale {
  reffclient: string
  productcode: string
  target: string
}

/** What moved a balance: the row that demanded it. */
export type Cause = { sale: Sale } | { ticket: PaymentHistory } | { reason: string }

interface Said {
  keterangan: string
  reff: string
}

/** Of a movement, for whose balance it is. */
export function sayMovement(event: LedgerEvent, amount: bigint, cause: Cause): Said {
  if ('sale' in cause) {
    const { productcode, target, reffclient } = cause.sale
    return { keterangan: `${saleSaid(event, amount)} ${productcode} ${target}`, reff: reffclient }
  }
  if ('ticket' in cause) return { keterangan: ticketSaid(event, cause.ticket), reff: cause.ticket.invoice }
  return { keterangan: `Penyesuaian: ${cause.reason}`, reff: '' }
}

function saleSaid(event: LedgerEvent, amount: bigint): string {
  if (event === 'purchase.held') return 'Pembelian'
  if (event === 'purchase.released') return 'Pengembalian pembelian'
  if (event === 'purchase.settled') return 'Penjualan'
  return amount > 0n ? 'Refund pembelian' : 'Pengembalian dana penjualan'
}

function ticketSaid(event: LedgerEvent, { method, status }: PaymentHistory): string {
  if (event === 'deposit.approved') return `Topup ${method}`
  if (event === 'deposit.cancelled') return `Pembatalan topup ${method}`
  if (event === 'cash_out.requested') return `Penarikan ke ${method}`
  if (event === 'cash_out.returned') return `Penarikan dikembalikan bank ${method}`
  return status === 3 ? `Penarikan ke ${method} ditolak` : `Penarikan ke ${method} dibatalkan`
}
