import { resultCodes } from '@lapak/contract/shared/result-codes'
import { saysNothingElse } from '#integrations/suppliers/cause.ts'
import { amountFrom } from '#integrations/suppliers/trade-labels.ts'

interface Reason {
  pattern: RegExp
  text: string
  /** The target was not one that any seller could have served: the seller's quality does not suffer. Another one is tried all the same (`settlement/settle.ts`). */
  buyersFault: boolean
}

/**
 * What a buyer is told about a seller's failure. A seller's own words hold its balance, its codes and its references, and
 * "saldo tidak cukup" would mean the seller's balance, not the buyer's; so only reasons we know pass, in our words.
 * What the same words mean for the order is read by `integrations/suppliers/trade-patterns.ts`; the test beside this file asks both.
 */
export const reasons: readonly Reason[] = [
  {
    pattern: /prefix|(bukan|not)\s+(\w+\s+){0,1}(nomor|nomer|no|number)\b/i,
    text: resultCodes['52'].meaning,
    buyersFault: true,
  },
  {
    pattern:
      /(nomor|nomer|no\.?|tujuan|msisdn|number|kartu|pelanggan)\s+(\w+\s+){0,2}((tidak|tdk|non)[\s-]+aktif|hangus|mati|expired)|masa\s+tenggang|grace\s+period/i,
    text: 'Nomor tujuan tidak aktif',
    buyersFault: true,
  },
  {
    pattern:
      /(nomor|nomer|no\.?|tujuan|msisdn|number|(?<!\b(?:trx|reff?|request|transaksi|client)\s?)id|idpel|pelanggan|customer)\s+(\w+\s+){0,2}(salah|wrong|invalid|(tidak|tdk|not)\s+(valid|terdaftar|ditemukan|found))|(salah|wrong|invalid|periksa)\s+(\w+\s+){0,2}(nomor|nomer|no|tujuan|number|msisdn|customer)\b/i,
    text: resultCodes['54'].meaning,
    buyersFault: true,
  },
  {
    pattern: /(nomor|nomer|no\.?|tujuan|msisdn)\s+(\w+\s+){0,2}((di|ter)?blok|blacklist)|number\s+blocked|blocked\s+number/i,
    text: 'Nomor tujuan diblokir',
    buyersFault: true,
  },
  { pattern: /stok|stock/i, text: 'Stok suplier habis', buyersFault: false },
  { pattern: /cut(?:\s*-)?\s*off/i, text: resultCodes['58'].meaning, buyersFault: false },
  { pattern: /gangguan|maintenance|tutup|close/i, text: 'Produk sedang gangguan di suplier', buyersFault: false },
]

/** In an answer about an order that left before, it may have been this order that paid the bill; where the order failed, it was not. */
const paidBill: Reason = {
  pattern: /tagihan\s+(sudah|telah)\s+(di)?bayar|sudah\s+lunas/i,
  text: 'Tagihan sudah dibayar',
  buyersFault: true,
}

const otherwise = 'Gagal di suplier'

/** Longer than any reason that a person would read. */
const wordsMax = 1_000

/**
 * A refusal of the call, of its reference, and a time-out are no reasons of the goods, whatever stands beside them ('#BANK TUTUP'); nor is
 * what follows a balance, and 'Stok: 113.533.847' is one.
 */
function reasonOf(sellersWords: string): Reason | undefined {
  const words = sellersWords.slice(0, wordsMax).replace(/\s+/g, ' ')
  const reason = words.slice(0, amountFrom(words, Math.max(0, words.search(/gagal|failed/i))))
  if (paidBill.pattern.test(reason)) return paidBill
  return saysNothingElse(reason) ? reasons.find(({ pattern }) => pattern.test(reason)) : undefined
}

export const failureForBuyer = (sellersWords: string): string => reasonOf(sellersWords)?.text ?? otherwise

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
