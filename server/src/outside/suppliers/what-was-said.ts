/**
 * What the words of an answer mean for an order. The keyword that comes first decides, since what follows the state is an
 * explanation; but words that contradict it decide together with it that nobody knows.
 */
import type { CompiledPatterns } from '#outside/suppliers/compile-patterns.ts'
import { type Found, firstFound } from '#outside/suppliers/linear-pattern.ts'

export type Meaning = 'success' | 'failed' | 'pending' | 'not-found' | 'refused'

export interface Said {
  means: Meaning | 'contradiction' | null
  /** A refusal is among the words, wherever. */
  refused: boolean
}

const keywords = [
  ['success', 'success'],
  ['failed', 'failed'],
  ['pending', 'pending'],
  ['notFound', 'not-found'],
  ['refused', 'refused'],
] as const

export function whatWasSaid(text: string, patterns: CompiledPatterns, serialNumber: string | null): Said {
  let first: { at: Found; means: Meaning } | null = null
  let refused = false
  for (const [name, means] of keywords) {
    const at = firstFound(patterns[name], text)
    if (at === null) continue
    if (means === 'refused') refused = true
    if (first === null || at.index < first.at.index) first = { at, means }
  }
  if (first === null) return { means: null, refused }
  const sentence = upToBalance(text, first.at.index, patterns)
  return { means: meaningOf(first.means, sentence, patterns, serialNumber), refused }
}

/** Behind the balance stand hints and advertisements ('gagal otomatis refund'), which are about no order. */
function upToBalance(text: string, from: number, patterns: CompiledPatterns): string {
  for (const { index } of patterns.balance(text)) if (index > from) return text.slice(0, index)
  return text
}

function meaningOf(first: Meaning, sentence: string, patterns: CompiledPatterns, serialNumber: string | null): Said['means'] {
  const says = (name: 'success' | 'failed' | 'notFound') => firstFound(patterns[name], sentence) !== null
  switch (first) {
    case 'success':
      if (says('failed') || says('notFound')) return 'contradiction'
      // 'Permintaan berhasil, sedang diproses': what has its serial number is delivered, whatever is under way beside it.
      return serialNumber === null && isUnderWay(sentence, patterns) ? 'pending' : 'success'
    case 'failed':
      return says('success') || isUnderWay(sentence, patterns) || denied.test(sentence) ? 'contradiction' : 'failed'
    case 'refused':
      return says('success') || isUnderWay(sentence, patterns) ? 'contradiction' : 'refused'
    case 'not-found':
      return says('success') || says('failed') || isUnderWay(sentence, patterns) ? 'contradiction' : 'not-found'
    case 'pending':
      return 'pending'
  }
}

/** That the whole order was never seen. 'Tidak ada data' alone may be why it failed. */
const denied = /tidak ada transaksi/i

/** 'Proses 0' stands beside balances and 'mohon tunggu' beside refusals; only whole phrases say that something is under way. */
const weak = /^(?:proses|process|pending|in ?progress|waiting|mo?ho?n)/i

function isUnderWay(sentence: string, patterns: CompiledPatterns): boolean {
  for (const { text } of patterns.pending(sentence)) if (!weak.test(text)) return true
  return false
}

/** The server has seen this reference, or this number, before. What became of that follows as a status, or is not said at all. */
const repeated =
  /\b(?:sudah|sdh|udah|telah) (?:pernah|ada|terpakai|di(?:gunakan|pakai))\b|\bdupli[ck]a|\b(?:trx|transaksi|order) (?:double|dobel|ganda)\b|\b(?:double|dobel) (?:trx|transaksi|order)\b|\balready (?:used|exist|process)/i

export const saysRepeated = (text: string): boolean => repeated.test(text)

export const saysRepeatedOnly = (text: string): boolean => repeated.test(text) && !/\bstatus\b/i.test(text)

/** A question about a bill or a name has gone well, by which nothing was sold. */
export const saysAsked = (text: string): boolean =>
  /\b(?:inq(?:uiry)? ?|(?:cek|check) (?:tagihan|nama|pelanggan|inquiry) )(?:sukses|berhasil|success)\b/i.test(text)
