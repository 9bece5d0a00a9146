import { resultCodes } from '@lapak/contract/shared/result-codes'
import { saysNothingElse } from '#integrations/suppliers/cause.ts'
import { labelledReason } from '#integrations/suppliers/reason-of-failure.ts'
import { balancesIn } from '#integrations/suppliers/trade-labels.ts'

interface Reason {
  pattern: RegExp
  text: string
  /**
   * True if a wrong target caused the failure, so that it does not lower the seller's quality. Another seller is tried nevertheless
   * (`settlement/settle.ts`).
   */
  buyersFault: boolean
}

/**
 * The reason that a buyer sees when a seller fails. A seller's text may contain its balance, codes and references, and "saldo tidak cukup" in it
 * means the seller's balance, not the buyer's. Buyers see only known reasons, in our own words. `integrations/suppliers/trade-patterns.ts` decides
 * which state the same text gives the order; the test of this file covers both files.
 */
export const failureReasons: readonly Reason[] = [
  {
    pattern:
      /prefix|(bukan|not)\s+(\w+\s+){0,1}(nomor|nomer|no|number)\b|(kartu|nomor|nomer)\s+bukan\b|\bbukan\s+(xl|axis|telkomsel|tsel|simpati|indosat|im3|three|tri|smartfren)\b/i,
    text: resultCodes['52'].meaning,
    buyersFault: true,
  },
  {
    pattern:
      /(nomor|nomer|nmr|no\.?(\s?hp)?|tujuan|msisdn|number|kartu|pelanggan)\s+(?!chip|kami|modem)(\w+\s+){0,2}((tidak|tdk|non)[\s-]+aktif|hangus|mati|expired|k[ae]daluw?arsa|(belum|blm)\s+(ter?)?registrasi)|masa\s+tenggang|grace\s+period/i,
    text: 'Nomor tujuan tidak aktif',
    buyersFault: true,
  },
  {
    pattern:
      /(nomor|nomer|nmr|no\.?(\s?hp)?|tujuan|msisdn|number|(?<!\b(?:trx|reff?|request|transaksi|client)\s?)id|id\/(server|zone|zona)|idpel|pelanggan|customer|akun\s+(dana|ovo|gopay|shopeepay|linkaja))\s+(?!produk|product|layanan|paket)(\w+\s+){0,2}(salah|wrong|invalid|(tidak|tdk|not)\s+(valid|terdaftar|ditemukan|dikenal|found))|jumlah\s+digit|digit\s+(kurang|lebih)|(salah|wrong|invalid|incorrect|periksa)\s+(destination\s+)?(\w+\s+){0,2}(nomor|nomer|no|tujuan|number|msisdn|customer)\b/i,
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

/**
 * "The bill is already paid" is no reason for the buyer if the answer is about an order that was sent earlier, because that order itself may have
 * paid the bill. It is a reason if the order failed.
 */
const paidBill: Reason = {
  pattern: /tagihan\s+(sudah|telah)\s+(di)?bayar|sudah\s+lunas/i,
  text: 'Tagihan sudah dibayar',
  buyersFault: true,
}

const otherwise = 'Gagal di suplier'

/** The maximum number of characters that are evaluated; real reasons are shorter. */
const wordsMax = 1_000

/**
 * Messages about the call, its reference or a time-out contain no reason, even if a reason follows them ('#BANK TUTUP'). The text after a balance is
 * ignored as well, except a labelled reason; 'Stok: 113.533.847' counts as a balance.
 */
function reasonOf(sellersWords: string): Reason | undefined {
  const words = sellersWords.slice(0, wordsMax).replace(/\s+/g, ' ')
  const from = Math.max(0, words.search(/gagal|failed/i))
  const end = endOfReason(words, from)
  // A labelled reason may follow the balance: 'GAGAL. Saldo=500000. Alasan = Nomor Tujuan Salah'.
  const reason = `${words.slice(0, end)} ${labelledReason(words.slice(end))}`.replace(denied, ' ')
  if (paidBill.pattern.test(reason)) return paidBill
  return saysNothingElse(reason) ? failureReasons.find(({ pattern }) => pattern.test(reason)) : undefined
}

/** The position of the balance; a price before the reason does not end it ('GAGAL. Hrg 10.250. Nomor tidak aktif'). */
function endOfReason(words: string, from: number): number {
  for (const { index } of balancesIn(words)) if (index >= from) return index
  return words.length
}

/** 'Operator gangguan, bukan nomor salah' */
const denied = /\b(bukan|not)\s+(karena\s+)?(nomor|nomer|no|number|tujuan)\s+(salah|wrong|invalid|hangus|mati)\b/gi

export const failureForBuyer = (sellersWords: string): string => reasonOf(sellersWords)?.text ?? otherwise

/** Patterns that identify the answer of a server: the reference of an order, and an outcome. */
const answerMarks = [/\bR#|\b(?:trx|client|reff?) ?id ?[=:]|\bref ?[=:]/i, /\b(?:gagal|failed|refund|dibatalkan)\b/i]

/**
 * The buyer reads the reason that a person wrote for a decision. If the reason contains a pasted answer of a server, the buyer reads our text for
 * that answer instead.
 */
export const writtenForBuyer = (words: string): string => (answerMarks.every((mark) => mark.test(words)) ? failureForBuyer(words) : words)

export const isBuyersFault = (sellersWords: string): boolean => reasonOf(sellersWords)?.buyersFault ?? false

/** The text about an attempt in the history that the buyer sees, according to the attempt's state. */
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
