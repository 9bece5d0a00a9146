import { resultCodes } from '@lapak/contract/result-codes'

/**
 * What a buyer is told about a seller's failure. A seller's own words hold its balance, its codes and its references, and
 * "saldo tidak cukup" would mean the seller's balance, not the buyer's; so only reasons we know pass, in our words.
 * What the same words mean for the order is read by `outside/suppliers/answer-words.ts`; the test beside this file asks both.
 */
export const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /(nomor|no\.?|tujuan|msisdn|id)\s+(\w+\s+){0,2}(salah|tidak\s+(valid|terdaftar|ditemukan))|wrong number|salah\s+nomor/i,
    resultCodes['54'].meaning,
  ],
  [/blokir|diblok|blocked/i, 'Nomor tujuan diblokir'],
  [/tagihan\s+(sudah|telah)\s+(di)?bayar|sudah\s+lunas/i, 'Tagihan sudah dibayar'],
  [/stok|stock/i, 'Stok suplier habis'],
  [/cut\s*-?\s*off/i, resultCodes['58'].meaning],
  [/gangguan|maintenance|tutup|close/i, 'Produk sedang gangguan di suplier'],
]

const otherwise = 'Gagal di suplier'

export const failureForBuyer = (sellersWords: string): string => reasons.find(([pattern]) => pattern.test(sellersWords))?.[1] ?? otherwise

/** The line of an attempt in the buyer's trail, by the attempt's state. */
export function attemptForBuyer(state: string, sellersWords: string | null): string | null {
  switch (state) {
    case 'success':
      return 'Sukses'
    case 'failed':
      return failureForBuyer(sellersWords ?? '')
    case 'unsent':
      return 'Suplier tidak terhubung, pesanan tidak terkirim'
    case 'waiting':
      return 'Suplier sedang memproses'
    case 'unknown':
      return 'Menunggu kepastian dari suplier'
    default:
      return null
  }
}
