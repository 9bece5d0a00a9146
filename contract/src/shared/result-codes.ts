import { billTokenValidity } from './bill-token.ts'

/**
 * All result codes for buyers' software (`rc` in every answer of a channel and in every callback). The meaning of a code never changes; a new meaning
 * gets a new code. Codes have two digits, and are grouped in the ranges that resellers know from other marketplaces.
 */
export interface ResultCode {
  meaning: string
  /**
   * True when the order will not change any more, except for a late reversal. Refusals that occur before the order is looked up are not final:
   * software that sends an order again in order to read its state must not treat such a refusal as the result of the order.
   */
  final: boolean
  /** True when the same request may succeed later. */
  retry: boolean
  /** What the buyer's software, or its operator, should do. */
  advice: string
}

export const resultCodes = {
  '00': { meaning: 'Sukses', final: true, retry: false, advice: 'Simpan serial number.' },
  '02': {
    meaning: 'Gagal, saldo dikembalikan',
    final: true,
    retry: false,
    advice: 'Pesan ulang dengan reffclient baru bila masih diperlukan.',
  },
  '03': {
    meaning: 'Sedang diproses',
    final: false,
    retry: false,
    advice: 'Tunggu callback, atau tanyakan status dengan reffclient yang sama.',
  },
  '10': {
    meaning: 'Terjawab, bukan status transaksi',
    final: false,
    retry: false,
    advice: 'Pakai isi jawaban. Status transaksi ditanyakan dengan reffclient-nya.',
  },
  '40': {
    meaning: 'Permintaan tidak lengkap atau salah bentuk',
    final: false,
    retry: false,
    advice: 'Perbaiki isian yang disebut di errors.',
  },
  '41': { meaning: 'Tanda tangan salah', final: false, retry: false, advice: 'Periksa secret, isi yang ditandatangani, dan jam server.' },
  '42': { meaning: 'API key tidak dikenal atau sudah dicabut', final: false, retry: false, advice: 'Periksa key di Profile > API.' },
  '43': {
    meaning: 'Produk tidak ada di daftar produk Anda',
    final: true,
    retry: false,
    advice: 'Tambahkan produk ke daftar, atau periksa kodenya.',
  },
  '44': { meaning: 'Saldo tidak cukup', final: true, retry: true, advice: 'Isi saldo, lalu kirim ulang.' },
  '45': { meaning: 'Alamat IP tidak terdaftar', final: false, retry: false, advice: 'Tambahkan alamat ini di Profile > API.' },
  '46': { meaning: 'Akun diblokir atau belum lengkap', final: false, retry: false, advice: 'Hubungi admin.' },
  '47': {
    meaning: 'API key diistirahatkan sampai pemilik akun mengonfirmasinya',
    final: false,
    retry: true,
    advice: 'Buka Profile > API, periksa key ini, lalu tekan Ini milik saya.',
  },
  '49': {
    meaning: 'Reffclient sudah dipakai untuk pesanan lain',
    final: false,
    retry: false,
    advice: 'Tanyakan status reffclient itu. Pesanan lain memakai reffclient yang belum pernah dipakai.',
  },
  '50': {
    meaning: 'Transaksi tidak ditemukan',
    final: false,
    retry: true,
    advice: 'Periksa reffclient. Bila baru saja dikirim, kirim lagi pesanan yang sama; tidak akan dibeli dua kali.',
  },
  '52': {
    meaning: 'Nomor tidak cocok dengan operator produk',
    final: true,
    retry: false,
    advice: 'Periksa nomor atau pilih produk operator yang benar.',
  },
  '53': {
    meaning: 'Semua suplier produk ini sedang tutup atau gangguan',
    final: true,
    retry: true,
    advice: 'Coba lagi nanti atau tambah suplier lain.',
  },
  '54': { meaning: 'Nomor tujuan salah', final: true, retry: false, advice: 'Periksa nomor tujuan.' },
  '58': { meaning: 'Produk sedang cut-off', final: true, retry: true, advice: 'Coba lagi setelah jam cut-off.' },
  '60': {
    meaning: 'Tagihan tidak ditemukan atau belum tersedia',
    final: true,
    retry: true,
    advice: 'Periksa nomor pelanggan atau coba lagi nanti.',
  },
  '61': {
    meaning: 'Token tagihan tidak berlaku',
    final: true,
    retry: false,
    advice: `Lakukan inquiry ulang; token berlaku ${billTokenValidity} dan sekali pakai.`,
  },
  '63': {
    meaning: 'Kemungkinan pesanan ganda',
    final: true,
    retry: true,
    advice: 'Bila memang disengaja, kirim counter 2, 3, dan seterusnya.',
  },
  '68': { meaning: 'Stok habis', final: true, retry: true, advice: 'Coba lagi nanti atau tambah suplier lain.' },
  '69': { meaning: 'Harga di atas maxprice', final: true, retry: false, advice: 'Naikkan maxprice atau tunggu harga turun.' },
  '71': { meaning: 'Nominal tidak sesuai', final: true, retry: false, advice: 'Kirim amount kelipatan denominasi produk.' },
  '74': { meaning: 'Dikembalikan setelah sukses', final: true, retry: false, advice: 'Saldo sudah dikembalikan; urus dengan pelanggan.' },
  '83': { meaning: 'Terlalu banyak permintaan', final: false, retry: true, advice: 'Tunggu sesuai Retry-After.' },
  '99': { meaning: 'Sistem sedang sibuk atau gangguan', final: false, retry: true, advice: 'Kirim ulang dengan reffclient yang sama.' },
} as const satisfies Record<string, ResultCode>

export type ResultCodeId = keyof typeof resultCodes

/** Fields about the result code in every answer, so that software does not need a copy of this list. */
export function codeFields(rc: ResultCodeId) {
  const { final, retry, advice } = resultCodes[rc]
  return { rc, final, retry, advice }
}

/** Result code of answers that are not about an order. */
export const answeredCode: ResultCodeId = '10'
