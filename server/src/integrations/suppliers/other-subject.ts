/** Whether a state in the answer's text has another subject than the order: another action, another number, or a product's name. */
import { namesGoods, saysReturned } from '#integrations/suppliers/cause.ts'
import { aroundState, saysUnknown } from '#integrations/suppliers/clauses.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { firstFound, type Pattern } from '#integrations/suppliers/linear-pattern.ts'
import type { Interpretation } from '#integrations/suppliers/statement-of-answer.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'

/**
 * True if the text between the target number and a success keyword is about something other than the order: 'Registrasi berhasil', '5 trx lain
 * sukses', 'insya Allah sukses'. In a text without the target number, only sentences about the caller's own money are recognized.
 */
export function saysOfOther(text: string, ofOrder: number, patterns: CompiledPatterns, serialNumber: string | null): boolean {
  if (patterns.success !== tradePatterns.success) return false
  if (ofOrder < 0) return ofMoney.test(upTo(patterns.success, text))
  const behind = text.slice(ofOrder)
  const match = firstFound(patterns.success, behind)
  const before = behind.slice(0, match?.index ?? 0)
  // Names of products may appear next to a serial number, so only the words of the same clause are checked.
  const subject = serialNumber === null ? before : lastClause(before)
  return match !== null && /\p{L}/u.test(subject.replace(holder, ' ').replace(aroundState, ' '))
}

/**
 * True if another telephone number is between our target number and the state, or in the words right after the state: the state belongs to that
 * other number.
 */
export function saysOfOtherNumber(text: string, ofOrder: number, patterns: CompiledPatterns): boolean {
  if (ofOrder < 0) return false
  const behind = text.slice(ofOrder)
  const success = firstFound(patterns.success, behind)
  const end = success === null ? 0 : success.index + success.text.length
  const [next = ''] = /^ ?(?:ke|utk|untuk|tujuan|(?:no|nomor|nmr) lain) ?:? ?\+?\d{10,15}/i.exec(behind.slice(end, end + 40)) ?? []
  const [ours = '', ...others] = (behind.slice(0, success?.index ?? 0) + next).match(telephoneNumber) ?? []
  return others.some((other) => other.slice(-7) !== ours.slice(-7))
}

const telephoneNumber = /(?<![\w-])\+?(?:0|62)8\d{8,11}(?![\w-])/g

/**
 * True if the only keyword of this kind stands before the target number and looks like a part of a name or a hint: 'Paket Anti Gagal S10.0812…',
 * 'Paket Sukses S10.0812…', 'trx yang gagal saldo kembali'. 'Transaksi gagal' and 'Pengisian pulsa berhasil ke 0812…' are sentences.
 */
export function isInName(text: string, ofOrder: number, name: 'success' | 'failed', patterns: CompiledPatterns): boolean {
  if (ofOrder <= 0 || patterns[name] !== tradePatterns[name] || firstFound(patterns[name], text.slice(ofOrder)) !== null) return false
  const found = firstFound(patterns[name], text)
  if (found === null) return false
  const end = found.index + found.text.length
  const behind = text.slice(end, end + 10)
  if (/^ (?:ke|untuk|utk|karena|krn)\b/i.test(behind)) return false
  const [word = ''] = /(?<![\p{L}\d#_-])\p{L}{2,20}$/u.exec(text.slice(Math.max(0, found.index - 40), found.index).trimEnd()) ?? []
  const isEnd = /^ ?[.,:;!]/.test(behind)
  // A failure without a word before it is more often the state than a name; a success has to be certain.
  if (word === '') return name === 'success' && !isEnd
  return !leadsToState.test(word) && !(isEnd && word.replace(aroundState, '') === '')
}

const leadsToState =
  /^(?:trx|transaksi|transaction|order|pesanan|pembelian|pengisian|isi|ulang|top|up|topup|bayar|pembayaran|payment|purchase|status|request|maaf|mohon|anda|telah|sudah|is|was|been|dinyatakan)$/i

/**
 * True if the text next to a successful query reports that the order failed: it mentions goods or returned money, and not the failure of a receipt or
 * a claim.
 */
export const saysFailedSale = (text: string, { means, cause }: Interpretation): boolean =>
  means === 'failed' && cause === 'goods' && (namesGoods(text) || saysReturned(text)) && !failsOtherwise(text)

/** True if an action other than the sale failed: 'Kirim struk ke email gagal, nomor salah'. */
function failsOtherwise(text: string): boolean {
  const [clause = ''] = /[^.;|]*$/.exec(text.slice(0, firstFound(tradePatterns.failed, text)?.index ?? 0)) ?? []
  return /\p{L}/u.test(clause.replace(aroundState, ' ').replace(apologies, ' '))
}

/** Like `saysOfOther`, for a failure keyword in a text that mentions neither target nor product: 'Pengajuan refund', 'Pembayaran iklan gagal'. */
export function saysOfOtherFailure(text: string, ofOrder: number, patterns: CompiledPatterns): boolean {
  if (patterns.failed !== tradePatterns.failed) return false
  if (ofOrder < 0) return ofMoney.test(upTo(patterns.failed, text))
  if (namesGoods(text)) return false
  const behind = text.slice(ofOrder)
  const match = firstFound(patterns.failed, behind)
  const clause = labelled(behind.slice(0, match?.index ?? 0))
  return match !== null && /\p{L}/u.test(clause.replace(aroundState, ' ').replace(apologies, ' '))
}

/**
 * True if something other than the usual words stands between the target number and the failure keyword, even next to a reason about the goods:
 * another action failed ('Cetak struk GAGAL, stok kertas kosong'), or the goods came first ('pulsa nyampe, di sistem GAGAL').
 */
export function saysMoreBefore(text: string, ofOrder: number, patterns: CompiledPatterns): boolean {
  if (patterns.failed !== tradePatterns.failed) return false
  const before = upTo(patterns.failed, text.slice(Math.max(0, ofOrder)))
  if (otherAction.test(labelled(before))) return true
  if (ofOrder > 0 && actionBefore.test(labelled(text.slice(Math.max(0, ofOrder - 80), ofOrder).replace(codeOfProduct, '')))) return true
  return ofOrder >= 0 && before.split(/[.,:;|!](?!\d)/, clausesMax).some(isOfOther)
}

/**
 * True if a sentence between our reference and the order says anything, which may be the reason of a failure: 'R#… Refid kepake. S10.0812… GAGAL'.
 * The name of the product stands in the same clause as its code.
 */
export function givesReasonBefore(text: string, reference: string | null, ofOrder: number): boolean {
  const place = reference === null ? -1 : text.toLowerCase().indexOf(reference.toLowerCase())
  if (place < 0 || place > ofOrder) return false
  const sentences = text.slice(place + (reference?.length ?? 0), ofOrder).split(/[;|!]|[.,:](?= )/, clausesMax)
  return sentences.slice(0, -1).some((sentence) => saysUnknown(sentence.replace(apologies, ' ')))
}

/** No honest answer has as many clauses before its state. */
const clausesMax = 60

/** The reason may come first: 'Maaf stok kosong, trx GAGAL'. */
const isOfOther = (clause: string): boolean =>
  saysUnknown(clause.replace(holder, ' ').replace(atSeller, ' ').replace(apologies, ' ')) && !namesGoods(clause) && !saysReturned(clause)

/** Where the order failed, and that it succeeded for a while. */
const atSeller =
  /\b(?:di|dari|oleh|by|at|from) (?:operator|provider|biller|suppl?ier|vendor|pusat|telco)\b|\bsempat (?:sukses|berhasil)\b/gi

const codeOfProduct = /[\w-]{1,30}\. ?$/

/** The name of another action; it stands before the target number, or ends with it: 'Cetak ulang struk S10.0812… GAGAL'. */
const actionBefore =
  /\b(?:cetak|struk|upload|callback|webhook|reversal|minta|sinkron\w{0,5}|kirim (?:ulang )?(?:sn|bukti|struk|laporan|notif\w{0,6}))\b/i

/** Without a target number, names of products may come before the state, so only actions other than a sale count. */
const otherAction =
  /\b(?:konfirmasi|sinkron\w{0,5}|callback|webhook|notif\w{0,6}|laporan|lapor|report|sms|cetak|print|struk|bukti|upload|hapus|ambil|minta|tarik|reversal|(?:cek|check|pengecekan)(?: ulang)?)\b/i

/** Actions of a caller other than an order, in a text without a target number: 'Deposit Rp 500.000 SUKSES'. */
const ofMoney =
  /\b(?:deposit|tiket|ticket|(?:top ?up|isi|tambah|transfer|kirim|tarik|mutasi) (?:saldo|deposit|dana)|withdraw(?:al)?|registrasi|pendaftaran|komplain|ganti (?:pin|password))\b/i

/** The name of an owner: 'a/n BUDI SANTOSO'. */
const holder = /(?:\b(?:an|a\/n|atas nama|nama)|^n)[ :]{1,2}(?:[\p{L}.']{1,20} ?){1,4}$/iu

const apologies =
  /\b(?:mohon|maaf|sorry|unfortunately|we|have|it|the|your|ini|tsb|tersebut|otomatis|auto|oleh|sistem|kami|harus|terpaksa)\b/gi

const lastClause = (text: string): string => /[^.,;:|]*$/.exec(text)?.[0] ?? ''

/** The last clause with its label: 'Kirim email: GAGAL'. */
const labelled = (text: string): string => /[^.,;:|]*(?:: ?)?$/.exec(text)?.[0] ?? ''

const upTo = (pattern: Pattern, text: string): string => text.slice(0, firstFound(pattern, text)?.index ?? 0)
