/**
 * The meaning of an answer's text for an order. The first keyword decides, since an explanation follows the state. If another keyword contradicts the
 * first one, the meaning is unknown.
 */
import { type Cause, causeOf, saysCaller } from '#integrations/suppliers/cause.ts'
import { causeOfAnswer } from '#integrations/suppliers/cause-of-answer.ts'
import {
  blanks,
  hypotheses,
  isUnderWay,
  rates,
  saysUnknown,
  upToBalance,
  upToSerialNumber,
  weakPending,
} from '#integrations/suppliers/clauses.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { parts } from '#integrations/suppliers/doubted-success.ts'
import { type Found, firstFound } from '#integrations/suppliers/linear-pattern.ts'
import { spelledOut } from '#integrations/suppliers/text.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'

export type Meaning = 'success' | 'failed' | 'pending' | 'not-found' | 'refused'

export type ReadingState = Meaning | 'unknown'

export interface Interpretation {
  means: Meaning | 'contradiction' | null
  /** The reason of a failure or a refusal. */
  cause: Cause
  /** True if the text consists only of a success keyword, which may be about the request. */
  bare: boolean
}

const keywords = [
  ['success', 'success'],
  ['failed', 'failed'],
  ['pending', 'pending'],
  ['notFound', 'not-found'],
  ['refused', 'refused'],
] as const

/** The meaning of the fields for the state. They must agree, or the result is a contradiction; success and pending together are pending. */
export function interpretStates(
  states: readonly string[],
  patterns: CompiledPatterns,
  serialNumber: string | null,
): Interpretation['means'] {
  const meanings = new Set(
    states.filter((state) => !fine.test(state)).flatMap((state) => meaningOfState(state, patterns, serialNumber) ?? []),
  )
  const [only = null] = meanings
  if (meanings.size <= 1) return only
  return meanings.size === 2 && meanings.has('success') && meanings.has('pending') ? 'pending' : 'contradiction'
}

/** 'Completed' is a success only together with a serial number. */
function meaningOfState(state: string, patterns: CompiledPatterns, serialNumber: string | null): Interpretation['means'] {
  if (/^(?:completed?|done|selesai|finish(?:ed)?)$/i.test(state)) return serialNumber === null ? null : 'success'
  if (/^(?:error|fail|expired)$/i.test(state)) return 'failed'
  if (/^(?:accepted|submitted|created|received|new|initiated|di ?proses|antri(?:an)?|diterima|wait)$/i.test(state)) return 'pending'
  const text = patterns.success === tradePatterns.success ? spelledOut(state) : state
  const { means } = interpret(text, patterns, null)
  return means === 'success' && saysMoreThanSuccess(text, patterns) ? 'contradiction' : (means ?? 'contradiction')
}

/** True if a field for the state has words besides the success that may deny it: 'Hampir Sukses', 'non sukses', 'tidak jadi sukses'. */
const saysMoreThanSuccess = (state: string, patterns: CompiledPatterns): boolean =>
  patterns.success === tradePatterns.success && saysUnknown(state.replace(firstFound(patterns.success, state)?.text ?? '', ' '))

/** 'OK' describes the answer, not the state of the order. */
const fine = /^(?:ok|valid)$/i

export function interpret(
  given: string,
  patterns: CompiledPatterns,
  serialNumber: string | null,
  hintsFrom = given.length,
): Interpretation {
  const knowsTrade = patterns.success === tradePatterns.success
  const whole = knowsTrade ? given.replace(hypotheses, blanks).replace(later, blanks).replace(rates, blanks) : given
  const isOfTrade = knowsTrade && firstFound(patterns.success, whole) !== null
  const text = isOfTrade ? withoutRequest(whole, serialNumber) : whole
  let first: { at: Found; means: Meaning } | null = null
  for (const [name, means] of keywords) {
    const at = firstFound(patterns[name], text)
    const isHint = at !== null && at.index >= hintsFrom - (given.length - text.length) && (means === 'success' || means === 'failed')
    if (at !== null && !isHint && (first === null || at.index < first.at.index)) first = { at, means }
  }
  if (first === null) return { means: saysCaller(text) ? 'refused' : null, cause: causeOf(text, 0), bare: false }
  const { at, means } = first
  const sentence = upToBalance(text, at.index, patterns)
  const all = meansInFull(meaningOf(means, sentence, patterns, serialNumber), text, patterns)
  return {
    means: all,
    // Only a failure or a refusal has a cause.
    cause:
      all === 'failed' || all === 'refused' ? causeOfAnswer(sentence, text, at, patterns, upToBalance(given, at.index, patterns)) : 'none',
    bare: means === 'success' && !/[\p{L}\p{N}]/u.test(text.replace(at.text, '').replace(/\boke?\b/i, '')),
  }
}

/** Phrases about later events. These events have not happened either, but they may be the reason of a failure: 'GAGAL saat cek status'. */
const later =
  /\b(?:once|when|whenever|will be|would be|should be|hingga|sehingga|ketika|saat(?! ini)|begitu|setelah|sesudah|seusai|nanti|tunggu)\b(?: [^ .;|]{1,20}){0,6}? (?:sukses|berhasil|gagal|success(?:ful)?|failed)\b/gi

/**
 * A successful request ('berhasil dibuat', 'permintaan sukses') does not mean that the order succeeded. Some servers describe the order itself this
 * way ('berhasil diproses'), and then a serial number is given.
 */
function withoutRequest(text: string, serialNumber: string | null): string {
  const rest = text.replace(requests, '*')
  return serialNumber === null ? rest.replace(ordersOrRequests, '*') : rest
}

const requests =
  /\b(?:berhasil|sukses|success(?:ful(?:ly)?)?)[ -]+(?:di[ -]?)?(?:buat|terima|tambahkan|simpan|catat|daftarkan|antri(?:kan)?|teruskan|masuk(?:kan)?|ambil|temukan|dapat(?:kan)?|muat|kembalikan|refund|revers\w{0,6}|retur|submit(?:ted)?|created?|received?|queued?|placed|accepted|me[mn]g?(?:ambil|dapatkan|muat|emukan|ampilkan) data)\b|\b(?:permintaan|request|query|inquiry|check(?:ing)?|cek|pengecekan|(?:cek|check|get|refresh|update|reload|sinkron\w{0,5}) (?:status|data|trx|transaksi)|tiket|ticket|komplain|complaint|reversal|refund|retur|pengembalian(?: (?:dana|saldo))?|(?:saldo|dana)|operation|operasi|koneksi|connection|login|validasi)(?: (?:anda|is|was|telah|sudah)){0,2} (?:berhasil|sukses|success(?:ful)?)\b/gi

const ordersOrRequests =
  /\b(?:berhasil|sukses|success) (?:di[ -]?(?! ?(?:operator|provider|biller|suppl?ier|vendor|jalur|modul|pusat|server|sistem|nomor|tujuan)\b|isi|bayar|top ?up|transfer|beli|lakukan|selesaikan|tambah|aktif|redeem|refund|retur|revers|kembali)[a-z]{3,20}|ter(?:catat|simpan|daftar|konfirmasi|jadwal|antri|input|submit)\w{0,4})\b|\b(?:berhasil|sukses|success(?:ful(?:ly)?)?)[ -]+(?:di ?)?(?:proses|kirim|process(?:ed)?|sent)\b|\b(?:pesanan|order)(?: (?:anda|is|was|telah|sudah)){0,2} (?:berhasil|sukses|success(?:ful)?)\b/gi

const meansInFull = (means: Interpretation['means'], text: string, patterns: CompiledPatterns): Interpretation['means'] =>
  means === 'failed' && (isUnderWay(text, patterns, weakPending) || delivered.test(text)) ? 'contradiction' : means

/** Phrases at any place of the text which report that the order was delivered after all. */
const delivered =
  /\b(?:status|state|trx|transaksi|transaction|order|previous(?:ly)?|last|sebelumnya|semula|tadinya)(?: (?:sebelumnya|terakhir|awal|lama|semula|tadi|status|state|was|adalah|sudah|transaction)){1,3} ?[:=]? ?(?:sukses|berhasil|success)|\b(?:sukses|berhasil|success(?:ful)?)[ .,;:|-]{1,3}(?:v?sn|s\/n)\b[ :=]{0,3}[a-z-]{0,20}\d/i

function meaningOf(first: Meaning, sentence: string, patterns: CompiledPatterns, serialNumber: string | null): Interpretation['means'] {
  const says = (name: 'success' | 'failed' | 'notFound' | 'pending', text = sentence) => firstFound(patterns[name], text) !== null
  switch (first) {
    case 'success': {
      if (says('failed') || says('notFound') || parts.test(sentence)) return 'contradiction'
      // 'Permintaan berhasil, sedang diproses. SN: -' is pending; after a serial number, a request to wait is about other orders.
      const state = serialNumber === null ? sentence : upToSerialNumber(sentence, patterns)
      return isUnderWay(state, patterns, pleaseWait) ? 'pending' : 'success'
    }
    case 'failed':
      return says('success') || says('pending') || denied.test(sentence) ? 'contradiction' : 'failed'
    case 'refused':
      return says('success') || isUnderWay(sentence, patterns, weakPending) ? 'contradiction' : 'refused'
    case 'not-found':
      return says('success') || says('failed') || isUnderWay(sentence, patterns, weakPending) || notEverywhere.test(sentence)
        ? 'contradiction'
        : 'not-found'
    case 'pending':
      return 'pending'
  }
}

/** Phrases for an order that the server has never received. 'Tidak ada data' is not included, since it may be the reason of a failure. */
const denied =
  /\b(?:tidak ada transaksi(?! pada (?:jam|waktu)\b)|(?:transaksi|trx|trx ?id|order|pesanan) (?:tidak|tdk|belum) (?:ada|ditemukan|ketemu)|(?:transaction|order) not found)\b/i

/** Only a part was searched, or not all of it may be seen, or the search should be repeated: 'dalam 10 menit terakhir', 'di arsip', 'coba lagi nanti'. */
const notEverywhere =
  /\b\d{1,3} (?:menit|jam|hari|minutes?|hours?|days?|trx|transaksi)(?: yang| yg)?(?: terakhir| lalu)?\b|\blast \d|\bterakhir\b|\b(?:arsip|archived?|histor[iy]\w{0,2}|di ?hapus|deleted|purged?|permission|(?:hak )?akses|access|i[zj]in|allowed|filter|halaman|page|cache|sementara|maintenance|timeout|nanti|later|coba (?:lagi|kembali|ulang)|try again|ulangi|refresh|ditampilkan)\b/i

/** 'Mohon tunggu' also appears next to a delivery. */
const pleaseWait = /^mo?ho?n/i

/**
 * True if a field other than the message says that the order is under way. The weak keywords count only without unknown words around them: 'Proses 5
 * menit' describes a product.
 */
export function saysUnderWay(text: string, patterns: CompiledPatterns): boolean {
  if (interpret(text, patterns, null).means !== 'pending') return false
  const isAlone = !saysUnknown(text.replace(firstFound(patterns.pending, text)?.text ?? '', ' '))
  return isAlone || isUnderWay(text, patterns, weakPending) || ofOrderUnderWay.test(text)
}

const ofOrderUnderWay =
  /\b(?:trx|transaksi|transaction|order|status|sn)(?: (?:is|still|masih|anda|your|ini)){0,3} ?:? (?:pending|waiting|in ?progress|process(?:ing)?|proses|queued?)\b/i
