import { resultCodes } from '@lapak/contract/result-codes'

interface Reason {
  said: RegExp
  told: string
  /** The target was not one that any seller could have served: the seller's quality does not suffer. Another one is tried all the same (`settling/take-outcome.ts`). */
  buyersFault: boolean
}

/**
 * What a buyer is told about a seller's failure. A seller's own words hold its balance, its codes and its references, and
 * "saldo tidak cukup" would mean the seller's balance, not the buyer's; so only reasons we know pass, in our words.
 * What the same words mean for the order is read by `outside/suppliers/trade-patterns.ts`; the test beside this file asks both.
 */
export const reasons: readonly Reason[] = [
  {
    said: /(nomor|no\.?|tujuan|msisdn|id)\s+(\w+\s+){0,2}(salah|tidak\s+(valid|terdaftar|ditemukan))|wrong number|salah\s+nomor/i,
    told: resultCodes['54'].meaning,
    buyersFault: true,
  },
  {
    said: /(nomor|no\.?|tujuan|msisdn)\s+(\w+\s+){0,2}(di|ter)?blok|number\s+blocked|blocked\s+number/i,
    told: 'Nomor tujuan diblokir',
    buyersFault: true,
  },
  { said: /tagihan\s+(sudah|telah)\s+(di)?bayar|sudah\s+lunas/i, told: 'Tagihan sudah dibayar', buyersFault: true },
  { said: /stok|stock/i, told: 'Stok suplier habis', buyersFault: false },
  { said: /cut(?:\s*-)?\s*off/i, told: resultCodes['58'].meaning, buyersFault: false },
  { said: /gangguan|maintenance|tutup|close/i, told: 'Produk sedang gangguan di suplier', buyersFault: false },
]

const otherwise = 'Gagal di suplier'

const reasonOf = (sellersWords: string) => reasons.find(({ said }) => said.test(sellersWords))

export const failureForBuyer = (sellersWords: string): string => reasonOf(sellersWords)?.told ?? otherwise

/** What only a server writes: a reference of an order, and how it ended. */
const answerMarks = [/\bR#|\b(?:trx|client|reff?) ?id ?[=:]|\bref ?[=:]/i, /\b(?:gagal|failed|refund|dibatalkan)\b/i]

/**
 * What a buyer reads of a failure that a person decided: that person's words, since they were written for the buyer; but a server's
 * answer that was pasted into them is read like any other.
 */
export const writtenForBuyer = (words: string): string => (answerMarks.every((mark) => mark.test(words)) ? failureForBuyer(words) : words)

export const isBuyersFault = (sellersWords: string): boolean => reasonOf(sellersWords)?.buyersFault ?? false

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
