/** Labels for sellers that describe how an answer of their server was interpreted. */
import type { SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import type { Decision } from '../settlement/decide.ts'

export const stateLabels: Record<SupplierOutcome['state'], string> = {
  success: 'sukses',
  failed: 'gagal',
  pending: 'sedang diproses',
  refused: 'permintaan ditolak',
  'not-found': 'tidak pernah diterima',
  unsent: 'tidak terkirim',
  unknown: 'belum diketahui',
}

/** What a decision means for the money, as text for the seller. */
export function followsText(decision: Decision): string {
  switch (decision.do) {
    case 'succeed':
      return 'Anda dibayar, pembeli menerima barangnya'
    case 'fail':
      return 'suplier berikutnya dicoba, atau uang kembali ke pembeli'
    case 'wait':
      return `uang tetap ditahan, ${decision.dueInMs === null ? 'petugas memeriksa' : 'status ditanyakan lagi'}`
    case 'send-again':
      return 'pesanan dikirim sekali lagi dengan referensi yang sama'
    case 'alert-contradiction':
      return 'tidak ada yang berubah, petugas memeriksa'
    case 'nothing':
      return 'tidak ada yang berubah'
  }
}
