import type { AnswerKind, patternNames, SupplierType, templateNames } from '@lapak/contract/seller-api'

/** What sellers' servers speak, in the words and the order of the specification; by the number on the wire. */
export const supplierTypeWords: readonly { value: `${SupplierType}`; label: string }[] = [
  { value: '3', label: 'Standar HTTP GET' },
  { value: '1', label: 'IRS' },
  { value: '2', label: 'OTOMAX' },
]

export const templateWords: Record<(typeof templateNames)[number], string> = {
  order: 'Alamat pesanan',
  status: 'Alamat cek status',
  balance: 'Alamat saldo',
  inquiry: 'Alamat cek tagihan',
  payment: 'Alamat bayar tagihan',
}

export const patternWords: Record<(typeof patternNames)[number], string> = {
  success: 'Pola sukses',
  failed: 'Pola gagal',
  pending: 'Pola diproses',
  notFound: 'Pola tidak ditemukan',
  refused: 'Pola ditolak',
  reference: 'Pola nomor referensi',
  serialNumber: 'Pola serial number',
  balance: 'Pola saldo',
}

export const answerKindWords: Record<AnswerKind, string> = {
  order: 'Pesanan',
  status: 'Cek status',
  balance: 'Cek saldo',
  inquiry: 'Cek tagihan',
  report: 'Laporan (callback)',
}
