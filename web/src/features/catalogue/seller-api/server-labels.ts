import type { AnswerKind, patternNames, SupplierType, templateNames } from '@lapak/contract/catalogue/seller-api'

/** The protocols of sellers' servers, by their numeric value on the wire. Labels and order are those of the specification. */
export const supplierTypeLabels: readonly { value: `${SupplierType}`; label: string }[] = [
  { value: '3', label: 'Standar HTTP GET' },
  { value: '1', label: 'IRS' },
  { value: '2', label: 'OTOMAX' },
]

export const templateLabels: Record<(typeof templateNames)[number], string> = {
  order: 'Alamat pesanan',
  status: 'Alamat cek status',
  balance: 'Alamat saldo',
  inquiry: 'Alamat cek tagihan',
  payment: 'Alamat bayar tagihan',
}

export const patternLabels: Record<(typeof patternNames)[number], string> = {
  success: 'Pola sukses',
  failed: 'Pola gagal',
  pending: 'Pola diproses',
  notFound: 'Pola tidak ditemukan',
  refused: 'Pola ditolak',
  reference: 'Pola nomor referensi',
  serialNumber: 'Pola serial number',
  balance: 'Pola saldo',
}

export const answerKindLabels: Record<AnswerKind, string> = {
  order: 'Pesanan',
  status: 'Cek status',
  balance: 'Cek saldo',
  inquiry: 'Cek tagihan',
  report: 'Laporan (callback)',
}

const placeholders =
  'Isian yang dikenal: [userid] [pin] [username] [password] [sign] [kodeproduk] [tujuan] [refid] [inqref] [counter] [qty].'
/** The hint for an empty URL field, by protocol. */
export const templateHints: Record<`${SupplierType}`, string> = {
  1: `Kosong: alamat baku IRS. ${placeholders}`,
  2: `Kosong: alamat baku OTOMAX. Untuk pesanan dan tagihan boleh juga kode produk lain, misalnya CEK[kodeproduk]. ${placeholders}`,
  3: `Pesanan dan saldo wajib diisi, dengan alamat lengkap. ${placeholders}`,
}

/**
 * The steps to set up reports in the seller's software. Its menus differ between versions, so the steps mention only the required settings and the
 * fields that Lapak reads.
 */
export const reportSteps: Record<SupplierType, readonly string[]> = {
  1: [
    'Di IRS, pasang alamat ini sebagai URL report (callback) untuk reseller Lapak.',
    'Yang dibaca: clientid (idtrx dari Lapak), statuscode (1 sukses, 2 gagal), sn, dan msg.',
    'Uji dengan satu pesanan: statusnya berubah begitu laporan sampai.',
  ],
  2: [
    'Di OtomaX, pasang alamat ini sebagai URL report untuk reseller Lapak.',
    'Yang dibaca: refid (dari Lapak) dan message (teks jawaban lengkap), atau status 1 proses, 20 sukses, 40 gagal.',
    'Uji dengan satu pesanan: statusnya berubah begitu laporan sampai.',
  ],
  3: [
    'Panggil alamat ini dengan GET setiap kali sebuah pesanan berakhir.',
    'Sertakan refid (dari Lapak), statuscode (1 sukses, 2 gagal), sn, dan msg.',
  ],
}
