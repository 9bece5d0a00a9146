/**
 * The meaning of an answer's text for an order. The first keyword decides, since an explanation follows the state. If another keyword contradicts the
 * first one, the meaning is unknown.
 */
import {
  type Cause,
  causeOf,
  namesGoods,
  saysCaller,
  saysCallerInAmounts,
  saysDoubt,
  saysKnown,
  saysNothingElse,
  saysRefused,
  saysReturned,
  saysUncertain,
} from '#integrations/suppliers/cause.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { anyOf, type Found, firstFound, type Pattern } from '#integrations/suppliers/linear-pattern.ts'
import { labelledReason, reasonEnd } from '#integrations/suppliers/reason-of-failure.ts'
import { spelledOut } from '#integrations/suppliers/text.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'
import { hasUnreadClause, saysPromised } from '#integrations/suppliers/unread-clauses.ts'

export type Meaning = 'success' | 'failed' | 'pending' | 'not-found' | 'refused'

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
      all === 'failed' || all === 'refused'
        ? causeOfAll(sentence, text, at, patterns, mayArrive.test(upToBalance(given, at.index, patterns)))
        : 'none',
    bare: means === 'success' && !/[\p{L}\p{N}]/u.test(text.replace(at.text, '').replace(/\boke?\b/i, '')),
  }
}

/** The server itself reckons with a delivery: 'GAGAL di sistem kami. Bila pulsa tetap masuk mohon lapor'. */
const mayArrive =
  /\b(?:jika|bila|kalau|kalo|apabila|if)\b(?: [a-z]{1,12}){0,3} (?:masuk|terisi|terkirim|sampai|sukses|berhasil|received|delivered)\b/i

/**
 * Conditions, hopes and guesses, which describe events that have not happened. They are replaced by stars, so that the length of the text does not
 * change.
 */
const hypotheses =
  /\b(?:jika|jk|bila|kalau|kalo|klo|kl|apabila|seandainya|andai(?:kan|kata)?|misal(?:kan|nya)?|asal(?:kan)?|agar|supaya|if|unless|in case|sebelum|sampai|until|selama)\b[^.;|]{0,120}|\b(?:semoga|salam|moga|doakan|target|estimasi|perkiraan|tingkat|persentase|berharap|harapan|menanti|kemungkinan|mungkin|diduga|dianggap|(?:belum|blm|tidak|tdk|bukan) (?:(?:bisa|dapat) )?(?:tentu|(?:di)?pasti(?:kan)?|dinyatakan|dikatakan|berarti|diketahui)|possibly|probably)(?: [a-z]{1,12}){0,2}? (?:sukses|berhasil|gagal|success(?:ful)?|failed)\b|\b(?:sukses|berhasil|success) ?\?|\b(?:(?:sukses|berhasil|success) ?(?:\/|\||atau|or) ?(?:gagal|failed|tidak)|(?:gagal|failed) ?(?:\/|atau|or) ?(?:sukses|berhasil|success))\b|\b(?:tingkat|rasio) (?:sukses|berhasil)|\bsuccess ?rate\b/gi
/** Phrases about later events. These events have not happened either, but they may be the reason of a failure: 'GAGAL saat cek status'. */
const later =
  /\b(?:once|when|whenever|will be|would be|should be|hingga|sehingga|ketika|saat(?! ini)|begitu|setelah|sesudah|seusai|nanti|tunggu)\b(?: [^ .;|]{1,20}){0,6}? (?:sukses|berhasil|gagal|success(?:ful)?|failed)\b/gi
const blanks = (found: string): string => '*'.repeat(found.length)

/** The position where the seller's general hints begin: at the balance that follows the target number of the order. */
export function hintsFrom(text: string, ofOrder: number, patterns: CompiledPatterns): number {
  if (ofOrder < 0) return text.length
  for (const { index, text: label } of patterns.balance(text))
    if (index > ofOrder && !stateNext.test(text.slice(index + label.length, index + label.length + 20))) return index
  return text.length
}

/** Some servers write the state behind the balance: 'S10.0812… Saldo 489.750 SUKSES. SN: …'. */
const stateNext = /^ (?:sukses|berhasil|success|gagal|failed)(?=[.,:!]|$| (?:sn|s\/n)\b)/i

/** True if a success was undone or is incomplete: the money was returned, or a part is missing. */
export const saysUndone = (text: string, patterns: CompiledPatterns): boolean => {
  const sentence = upToBalance(text, 0, patterns)
  // Excludes conditions: 'Bila belum masuk, restart HP.'
  const facts = sentence.replace(hypotheses, blanks).replace(rates, blanks)
  return (
    returnedBehind.test(text) ||
    moneyBack.test(text) ||
    saysReturned(sentence.replace(conditions, blanks)) ||
    parts.test(facts) ||
    restMissing.test(text) ||
    isFraction(facts)
  )
}

/** 'Jika gagal, saldo kembali otomatis': the money has not come back. */
const conditions = /\b(?:jika|bila|kalau|apabila|seandainya|if|in case)\b[^.;|]{0,120}/gi
/** Percentages of advertisements ('Promo: cashback 2%'); 'bonus terkirim 50%' and 'utama terkirim, bonus 50%' are parts of an order. */
const rates =
  /(?<!, ?)\b(?:promo|cashback|diskon|discount|bonus|komisi|ppn|pajak|hemat)(?: ?:)?(?: (?:s\/?d|sampai|hingga|up to|sebesar|member|promo|cashback|diskon|bonus|komisi)){0,3} \d{1,2} ?%(?! ?(?:saja )?(?:(?:yang|yg|sudah|sdh|telah|baru|belum|blm) )?(?:ter|di)?(?:kirim|masuk|isi|sukses|berhasil|gagal|kurang))/gi
/** 'Saldo 1.000 + 10.150 = 11.150': the balance has grown, so the money was returned. */
const moneyBack = /\b(?:saldo|stok|deposit)[ :=]{1,3}(?:rp\.? ?)?\d[\d.,]{0,15} ?\+ ?(?!0[0.,]{0,8} ?=)\d[\d.,]{0,15} ?= ?\d/i
/**
 * A clause after the balance that contains only a cancellation describes the order ('Trx ini dibatalkan'), unlike a hint ('gagal otomatis refund').
 */
const returnedBehind =
  /[.;|] ?(?:(?:trx|transaksi|order|status)(?: (?:ini|tsb|tersebut|akhir))? ?:? ?)?(?:(?:telah|sudah|sdh) )?(?:di ?)?(?:(?:refund(?:ed)?|revers(?:al|ed)|retur|void)(?: (?:rp\.? ?)?[\d.,]{3,15})?|(?:batal|gagal)(?:kan)?(?: (?:rp\.? ?[\d.,]{3,15}|\d{1,3}(?:[.,]\d{3}){1,4}))?) ?(?:$|[.;|@])/i

/**
 * True if the serial number consists only of words, and the words are not the name of a customer or a player, but a sentence or the state of the
 * order.
 */
export function isStateInstead(serialNumber: string, patterns: CompiledPatterns): boolean {
  if (ofMeter.test(serialNumber)) return false
  const text = spelledOut(serialNumber)
  if (firstFound(patterns.failed, text) !== null || noResult.test(text) || sentOtherwise.test(text)) return true
  if (/\d{3}/.test(text) || codeInFront.test(text) || (/\d/.test(text) && !/\p{L}{2} \p{L}{2}/u.test(text))) return false
  const saysState = isSentence(text) || takenBack.test(text) || /\b(?:di|ke)\b/.test(text) || stateLabels.test(text)
  return saysState || firstFound(patterns.pending, text) !== null || saysReturned(text) || namesGoods(text) || !saysNothingElse(text)
}

/**
 * True if the words behind a number take the delivery back or name a part that is missing: '0041002912. Pulsa ditarik kembali', 'ABCD-1234. Satunya
 * kosong'. Words that do not belong to the code are cut away, so they are read before, and so is the next clause of the text.
 */
export function saysTakenBackBehind(serialNumber: string, text: string): boolean {
  const [, words = ''] = /^[^ ]{0,60}\d[^ ]{0,60} (.{1,200})/.exec(serialNumber) ?? []
  const end = text.indexOf(serialNumber) + serialNumber.length
  const [, next = ''] = end < serialNumber.length ? [] : (/^[.,;|!)] ?([^.,;|!]{1,80})/.exec(text.slice(end, end + 100)) ?? [])
  const takesBack = takenBack.test(spelledOut(words)) || takenBack.test(spelledOut(next.replace(hypotheses, blanks)))
  return takesBack && !ofMeter.test(serialNumber)
}

const takenBack =
  /\b(?:(?:di ?|me)?(?:tarik|anulir|void|abaikan|balik(?:in|kan)?)|me(?:narik|nganulir|mbatalkan))\b|\b(?:belum|salah|(?:me)?nunggu|(?:di ?)?tunggu|restok|restock)\b|\b(?:satunya|yang satu|sisanya)\b|(?<!\btrx )\bke-?[2-9]\b|\bsisa \d{1,3} (?!hari|jam|bulan|kali)[a-z]|\bkurang\b(?! lebih)/i

/** A meter token with the name of its owner, who may be called anything. */
const ofMeter = /^(?:\d{4}[ -]?){5}\/(?=[^/]{1,60}\/[a-z]{1,2}\d?[a-z]{0,3}[/-]\d{3,9})/i

const codeInFront = /^(?=[a-z-]{0,30}\d)[a-z\d]{3,12}(?:-[a-z\d]{3,12}){2,6}(?![\w-])/i

/** A state, the code of an error or the number of a test in place of the serial number: 'PROSES 1X24 JAM', 'ERR500', 'RC68', 'TESTING-0001'. */
const noResult = anyOf(
  /^(?:trx |transaksi |status |sn )?(?:error|err|no resp\w{0,6}|time ?-?out|antr[ie](?:an)?|antrean|pending|pnd|wait(?:ing)?|menunggu|tunggu|suspe[ck]t?|manual|(?:di)?proses|process(?:ing|ed)?|in ?progress|queued?|hold|refund(?:ed)?|rfnd?|r\/f|void|gagal|failed|fail|batal|ggl)(?![a-z])/i,
  /^(?:error|err|rc)[ :#-]{0,2}\d{1,4}(?![\w-])/i,
  /^(?:belum|tidak|tanpa) [a-z]{2}/i,
  /^(?:test(?:ing)?|dummy|simulasi|demo|sandbox|contoh|sample)(?:[-_ ]?\d{1,12}(?![\w-])|$)/i,
)
/** 'KODE DIKIRIM VIA SMS KE 0812…': the buyer would get this sentence in place of the code. */
const sentOtherwise = /\b(?:via|lewat|melalui|by) (?:sms|wa|whatsapp|e-?mail)\b/i
/** 'akan dikirim via WA' is a sentence; 'WILL SMITH' is a customer. */
function isSentence(text: string): boolean {
  const words = text.match(sentenceWords) ?? []
  return words.length > 1 || words.some((word) => word === word.toLowerCase())
}

const sentenceWords =
  /\b(?:akan|kami|anda|silakan|silahkan|harap|mohon|nanti|besok|segera|masih|sedang|sudah|telah|belum|tidak|yang|untuk|dari|pada|dengan|melalui|lewat|oleh|menyusul|lihat|ambil|diambil|(?:di)?kirim|hubungi|please|will|soon|later|see|your)\b/gi
const stateLabels =
  /\b(?:di ?proses|antri(?:an)?|antrean|tunggu|void|manual|cek|check|tes|test|testing|simulasi|dummy|sandbox|diblok\w{0,3}|suspend|hold|on ?hold)\b/i

/** True if the sale was only a test, whatever success keyword the text contains. */
export const saysTried = (text: string): boolean =>
  /\b(?:simulasi|simulation|simulator|sandbox|test ?mode|(?:mode|trx|transaksi|transaction|order) (?:test(?:ing)?|uji ?coba|demo)|(?:test(?:ing)?|uji ?coba|demo) (?:mode|only|saja|trx|transaksi|transaction|order)|dummy|percobaan)\b|[[(](?:test?|testing|uji ?coba|demo|dev)[\])]/i.test(
    text,
  )

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

const lastClause = (text: string): string => /[^.,;:|]*$/.exec(text)?.[0] ?? ''
/** The last clause with its label: 'Kirim email: GAGAL'. */
const labelled = (text: string): string => /[^.,;:|]*(?:: ?)?$/.exec(text)?.[0] ?? ''

const upTo = (pattern: Pattern, text: string): string => text.slice(0, firstFound(pattern, text)?.index ?? 0)

/** Actions of a caller other than an order, in a text without a target number: 'Deposit Rp 500.000 SUKSES'. */
const ofMoney =
  /\b(?:deposit|tiket|ticket|(?:top ?up|isi|tambah|transfer|kirim|tarik|mutasi) (?:saldo|deposit|dana)|withdraw(?:al)?|registrasi|pendaftaran|komplain|ganti (?:pin|password))\b/i

/** The name of an owner: 'a/n BUDI SANTOSO'. */
const holder = /(?:\b(?:an|a\/n|atas nama|nama)|^n)[ :]{1,2}(?:[\p{L}.']{1,20} ?){1,4}$/iu

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
 * True if something other than the usual words stands between the target number and the failure keyword, even beside a reason about the goods:
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

/** Before the target number, which may end the name of the action: 'Cetak ulang struk S10.0812… GAGAL'. */
const actionBefore =
  /\b(?:cetak|struk|upload|callback|webhook|reversal|minta|sinkron\w{0,5}|kirim (?:ulang )?(?:sn|bukti|struk|laporan|notif\w{0,6}))\b/i

/** Without a target number, names of products may come before the state, so only actions other than a sale count. */
const otherAction =
  /\b(?:konfirmasi|sinkron\w{0,5}|callback|webhook|notif\w{0,6}|laporan|lapor|report|sms|cetak|print|struk|bukti|upload|hapus|ambil|minta|tarik|reversal|(?:cek|check|pengecekan)(?: ulang)?)\b/i

const apologies =
  /\b(?:mohon|maaf|sorry|unfortunately|we|have|it|the|your|ini|tsb|tersebut|otomatis|auto|oleh|sistem|kami|harus|terpaksa)\b/gi

/**
 * True if the serial number or the code is only announced, so the order may not be delivered yet: 'SUKSES! sn akan dikirim', 'Kode voucher dikirim
 * nanti'. Called only if the answer contains no serial number.
 */
export const promisesNumber = (text: string): boolean => {
  const about = text.replace(hypotheses, blanks)
  return /\b(?:sn|s\/n|serial(?: number)?|nomor seri|token|kode|code|voucher|vcr|pin)(?: [a-z]{1,12}){0,3}? (?:akan|segera|nanti|besok|menyusul|susulan|di ?tunggu|tunggu|dalam \d|will|later|soon|shortly|follows?|to follow|tomorrow|awaiting|pending|processing)\b|\b(?:akan|segera|nanti|tunggu|menunggu|awaiting|waiting for|will)(?: [a-z]{1,12}){0,3}? (?:sn|s\/n|serial number|nomor seri|kode voucher|voucher code|token)\b/i.test(
    about,
  )
}

/**
 * True if the goods are announced for a later time: 'Pulsa masuk besok pagi', 'Dana masuk maksimal 1x24 jam', 'Voucher reserved'. Hints behind the
 * balance are about other orders. Called only if the answer contains no serial number.
 */
export const comesLater = (text: string, patterns: CompiledPatterns): boolean =>
  announced.test(upToBalance(text, 0, patterns).replace(hypotheses, blanks))

const announced =
  /\b(?:besok|lusa|nanti|tomorrow|bertahap|reserved|estimasi|dikerjakan|dicatat|(?:jam|hari) kerja)\b|\bh ?\+ ?\d\b|\b(?:maks?|maksimal|maksimum|max|maximum|paling lambat|dalam|within|up to)\.? (?:waktu )?(?:\d{1,2} ?x ?24|\d{1,3} (?:jam|menit|hari|hours?|minutes?|days?))\b|[⏳⌛]/iu

/** True if only a payment or the placing of the order succeeded. */
export const saysPaid = (text: string): boolean =>
  /\b(?:pembayaran|payment)(?: (?:anda|is|was|telah|sudah)){0,2} (?:berhasil|sukses|success(?:ful)?)\b|\b(?:berhasil|sukses) (?:order|pesan)\b/i.test(
    text,
  )

/** True if the text contains unknown words, apart from thanks and the usual words around a state. */
export const saysUnknown = (text: string): boolean => /\p{L}{2}/u.test(text.replace(thanks, ' ').replace(aroundState, ' '))

/**
 * True if another telephone number is between our target number and the state, or in the words right behind the state: the state belongs to that
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

/** Words around a state, names of products, and references: they may precede 'sukses' and are not a subject of their own. */
const aroundState =
  /\b(?:r(?:eff?)?#:? ?[\w-]{1,64}|(?:reff?|ref ?id|trx ?id|client ?id|id ?trx|id) ?[:=#] ?[\w-]{1,64})|\b(?:status(?:nya)?|state|trx|transaksi(?:nya)?|transaction|pembelian|pengisian|isi ulang|top ?-?up|topup|pembayaran|payment|purchase|recharge|order|pesanan|telah|sudah|sdh|udah|is|was|has been|been|adalah|dinyatakan|dengan|dgn|dg|produk|product|kode|code|your|has|have|to|hasil|result|keterangan|ket|info|reply|rc|nominal|senilai|sebesar|seharga|harga|hrg|rp|idr|untuk|ke|no|nomor|tujuan|an|a\/n|atas nama|pada|pd|tgl|tanggal|jam|pukul|pkl|wib|wita|wit|akan|di|dan|anda|selamat|yth|alhamdulillah|ok|oke|pulsa|paket|data|internet|voucher|vcr|token|pln|listrik|prabayar|pascabayar|reguler|telkomsel|tsel|simpati|indosat|isat|im3|xl|axis|three|tri|smartfren|smart|by ?u|dana|ovo|gopay|shopee ?pay|linkaja|e-?money|diamonds?|dm|game|pernah|lancar|normal)\b|\b[a-z_-]{0,12}\d[\w.,:/-]{0,40}/gi

/** True if the order was accepted and forwarded to another server; a state in such a text is the state of the request. */
export const isMarkedTaken = (text: string): boolean =>
  /\b(?:order|pesanan) masuk\b|\b(?:trx|transaksi|order|pesanan) terkirim\b|\b(?:sudah|sdh|telah) (?:kami )?(?:di)?terima\b|\b(?:accepted|submitted|diteruskan|forwarded)\b|\b(?:order|transaction|trx|request)(?: has been| was| is)? (?:placed|created|received|queued)\b|\b(?:dikirim|terkirim|sent) (?:ke|to) (?:server|operator|provider|biller|suppl?ier|vendor|pusat)\b/i.test(
    text,
  )

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

/** The cause of a failure. A failure that is denied, expected, assumed or asked about has not happened, so its cause is a doubt. */
function causeOfAll(sentence: string, text: string, { index, text: word }: Found, patterns: CompiledPatterns, mayArrive: boolean): Cause {
  const cause = causeInFull(sentence, text, index + word.length, patterns)
  const isDoubted = mayArrive || unsure.test(text.slice(Math.max(0, index - 100), index)) || isAsked(sentence.slice(index + word.length))
  return isDoubted && cause !== 'call' && cause !== 'reference' ? 'doubt' : cause
}

/** A question mark in the state or its reason, and not in an address: 'GAGAL?', 'GAGAL. Nomor salah? mohon dikonfirmasi'. */
const isAsked = (behind: string): boolean => /\?(?![\w&=])/.test(behind)

const unsure =
  /\b(?:(?:tidak|tdk|tak|ga|gak|gk|ngg?ak?|enggak|bukan(?:nya)?|belum|blm|not|never|jangan|jgn)(?: (?:jadi|ada|yang|yg|yet|been|be|is|an?|sampai|pernah|benar-benar|tentu|pasti|necessarily))?|(?:akan|apakah|whether|unsure|mungkin|may|might|could|should|would|will|bakal|hendak|nyaris|hampir|potensi|berpotensi|indikasi|terindikasi|dugaan|diduga|sepertinya|kayaknya|tampaknya|seems?|likely|apparently|maybe|probably|presumably|appears?|confirmed as|anggap|asumsi|assumed|presumed|deemed|considered|risiko|resiko)(?: [a-z]{1,14}){0,3}) $/i

/**
 * The cause in the whole text, since some servers give the reason after the balance. Hints about servers and products also follow the balance, so
 * goods that are mentioned before the balance take precedence.
 */
function causeInFull(sentence: string, text: string, from: number, patterns: CompiledPatterns): Cause {
  if ((firstFound(patterns.refused, sentence) !== null || lacksStock(text)) && !saysKnown(sentence)) return 'call'
  const cause = causeOf(sentence, from)
  const hints = text.slice(sentence.length)
  if (namesGoods(sentence) && !saysCallerInAmounts(text) && !saysKnown(text))
    return cause === 'goods' && (isTakenBackBehind(hints) || saysMoreBehind(hints)) ? 'doubt' : cause
  const behind = causeOf(text, from)
  if (behind === 'reference' || (behind === 'call' && cause !== 'doubt' && cause !== 'prose')) return behind
  if (saysUncertain(text) || ((cause === 'none' || cause === 'goods') && isTakenBackBehind(hints))) return 'doubt'
  if (cause !== 'none') return cause
  const end = reasonEnd(text, from)
  const ofClause = end > sentence.length ? causeOf(text.slice(0, end), from) : cause
  if (ofClause !== 'none' && ofClause !== 'goods') return ofClause
  const label = labelledReason(hints)
  return label === '' ? cause : causeOf(label, 0)
}

/** Where the balance is called 'Stok', a lack of stock is a lack of the caller's money: 'Stok tidak cukup. Stok 1.250'. */
const lacksStock = (text: string): boolean => balanceInStock.test(text) && noStock.test(text)
const balanceInStock = /\b(?:stok|stock)(?: (?:anda|akhir|sekarang|kamu))?[ :=.]{0,3}(?:rp\.? ?)?\d{1,3}(?:[.,]\d{3}){1,4}/i
const noStock =
  /\b(?:stok|stock)(?: (?:anda|kamu|deposit|agen|reseller))?(?:[ :=.]{0,3}(?:rp\.? ?)?\d[\d.,]{0,15})?,?(?: [a-z]{1,12})? (?:(?:tidak|tdk) (?:men)?(?:cukup|mencukupi)|kurang|habis|kosong|minus|limit)\b/i

/** True if the text behind the balance hands the order on, promises the goods after all, or gives another reason: 'Nanti kami isikan manual'. */
const saysMoreBehind = (hints: string): boolean =>
  saysUncertain(hints) ||
  saysPromised(hints, namesGoods) ||
  hasUnreadClause(labelledReason(hints.replace(/\binfo ?[:=]/gi, '')), namesGoods)

/** True if the text behind the balance, which otherwise holds general hints, takes a failure back: 'SN menyusul', 'Refund dibatalkan'. */
const isTakenBackBehind = (hints: string): boolean =>
  hints
    .split(/[.;|!](?!\d)/, hintsMax)
    .some((hint) => isDelivered.test(hint) || ((ofThisOrder.test(hint) || (isShort(hint) && !isGeneral(hint))) && saysDoubt(hint)))

/** A hint of a few words, with or without a label, may be the reason: 'Timeout', 'Info: Operator belum menjawab'. */
const isShort = (hint: string): boolean => (hint.match(/\p{L}{2,}/gu) ?? []).length <= 5

const hintsMax = 20

/**
 * True if the text behind the balance takes a success back: 'Trx ini dibatalkan operator', '[BATAL]', 'Update 11:02: GAGAL', 'Pulsa belum masuk'.
 * Conditions ('jika gagal …'), the seller's terms ('gagal = refund') and hints ('Trx gagal hub CS') are not about the order.
 */
export function saysTakenBackInHints(text: string, patterns: CompiledPatterns): boolean {
  const success = patterns.success === tradePatterns.success ? firstFound(patterns.success, text) : null
  if (success === null) return false
  const hints = text.slice(upToBalance(text, success.index, patterns).length)
  return hints
    .replace(hypotheses, blanks)
    .split(/[.;|!()[\]{}*#](?!\d)/, hintsMax)
    .some(
      (hint) =>
        !isGeneral(hint) &&
        (firstFound(patterns.failed, hint) !== null || saysReturned(hint) || notArrived.test(hint) || isUnderWay(hint, patterns, weak)),
    )
}

const isGeneral = (hint: string): boolean => terms.test(hint) || (offers.test(hint) && !ofFact.test(hint))
const terms =
  /\b(?:yang|yg|setiap|tiap|semua|seluruh|apabila|max\w{0,5}|maks\w{0,5}|lapor\w{0,3}|hub\w{0,5}|komplain|komplen|complain\w{0,2}|klaim|tanya\w{0,3}|no|non|tanpa|anti|akan|dapat|bisa|boleh|garansi|promo|hati-hati|pastikan|wajib|resiko|risiko|berikutnya|selanjutnya|lain(?:nya)?)\b|=|\?|\b(?:total|rekap|jumlah)\b|\b(?:gagal|failed|refund|batal) ?:? ?\d{1,4}(?![\d.,]*\d)/i
const offers = /\b(?:otomatis|auto|cs|admin|salah)\b|\b(?:gagal|batal|refund) (?:saldo|dana|uang|refund|kembali)\b/i
const ofFact = /\b(?:sudah|telah|ini|tsb|tersebut|oleh|krn|karena|update)\b/i
const notArrived =
  /\b(?:di ?-?)(?:tarik|anulir|void|cabut|reversal|reverse)\b|\b(?:belum|not) (?:di ?kirim|terkirim|masuk|terisi|sampai|di ?terima|delivered|received)\b/i
const isDelivered =
  /^[^a-z]*(?:(?:trx|transaksi|order|pulsa|paket|token|voucher|saldo)(?: (?:ini|sudah|telah))* )?(?:delivered|fulfilled|completed|terkirim|terisi|tersalur|masuk)\b/i
const ofThisOrder =
  /^[^a-z]*(?:trx|transaksi|order|sn|serial|token|voucher|pulsa|paket|refund|saldo|status|ternyata|tapi|tetapi|namun|but)\b/i

const meansInFull = (means: Interpretation['means'], text: string, patterns: CompiledPatterns): Interpretation['means'] =>
  means === 'failed' && (isUnderWay(text, patterns, weak) || delivered.test(text)) ? 'contradiction' : means

/** Phrases at any place of the text which report that the order was delivered after all. */
const delivered =
  /\b(?:status|state|trx|transaksi|transaction|order|previous(?:ly)?|last|sebelumnya|semula|tadinya)(?: (?:sebelumnya|terakhir|awal|lama|semula|tadi|status|state|was|adalah|sudah|transaction)){1,3} ?[:=]? ?(?:sukses|berhasil|success)|\b(?:sukses|berhasil|success(?:ful)?)[ .,;:|-]{1,3}(?:v?sn|s\/n)\b[ :=]{0,3}[a-z-]{0,20}\d/i

/** Returns the text before the balance. Hints and advertisements follow the balance ('gagal otomatis refund') and are not about the order. */
function upToBalance(text: string, from: number, patterns: CompiledPatterns): string {
  for (const { index } of patterns.balance(text)) if (index > from) return text.slice(0, index)
  return text
}

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
      return says('success') || isUnderWay(sentence, patterns, weak) ? 'contradiction' : 'refused'
    case 'not-found':
      return says('success') || says('failed') || isUnderWay(sentence, patterns, weak) || notEverywhere.test(sentence)
        ? 'contradiction'
        : 'not-found'
    case 'pending':
      return 'pending'
  }
}

function upToSerialNumber(sentence: string, patterns: CompiledPatterns): string {
  const label = firstFound(patterns.serialNumber, sentence)
  return label === null ? sentence : sentence.slice(0, label.index)
}

/** Phrases for a delivery of less than was ordered: a person decides how much of the order is paid. */
const parts =
  /\b(?:partial(?:ly)?|parsial|(?:sebagian|sebahagian|separuh|setengah)(?:nya)?|incomplete|partly)\b|\b\d{1,7} (?:dari|of|from) \d{1,7}\b|\b\d{1,7} ?[a-z]{0,8} (?:dari|of) (?:total )?\d|\(\d{1,3}\/\d{1,3}\)|\bmenyusul\b|\bkurang \d|\blebih (?:kecil|sedikit)\b|\bhanya (?:masuk |terkirim |sukses |berhasil )?\d|\b(?:tidak|tdk|belum|blm) (?:lengkap|penuh|semua(?:nya)?|full|seluruhnya|utuh)\b|\b(?:kurang|sisa) \d{1,7} (?:lagi|belum|menyusul)\b|\b(?:sisanya|kekurangan\w{0,3})\b|\b\d{1,2} ?%|\b(?:sep[ao]r(?:o|oh|uh|ohnya|uhnya)|sbgn|sbagian|half|halfway)\b|\b(?:tidak|tdk|belum|blm|kurang) (?:komplit|complete|cukup|sesuai (?:pesanan|nominal|order|permintaan))\b|\bnominal (?:tidak|tdk|kurang|beda|berbeda)\b|\b(?:cuma|cuman|baru|hanya)(?: (?:masuk|terkirim|terisi|sukses|berhasil|bisa|dapat|ada)){0,2} (?:rp\.? ?)?(?:\d|satu|dua|tiga|empat|lima)|\b(?:satu|dua|tiga|empat|lima|one|two) (?:dari|of|out of)\b|\b(?:belum|blm) (?:di ?kirim|terkirim|masuk|terisi)\b|\b(?:sukses|berhasil)(?: (?:rp )?\d[\w.]{0,12})(?: [a-z]{1,12})? saja\b|\b\d{1,7} dr \d|\bkurangnya\b|\bcicil\w{0,3}\b|\blagi (?:gangguan|kosong|habis|gagal)\b|\b(?:operator|provider|biller|suppl?ier|vendor) (?:belum|blm)\b|\b(?:kuota|bonus|voucher|paket)(?: [a-z]{1,12})? (?:tidak|kosong)(?= ?[.,;|])|\b(?:se)?harusnya\b/i

/**
 * True if a field other than the message reports a success that was undone or is incomplete, or a failure. In a field that holds no reason
 * (`isReason`), the words of the failure may be a product's name ('Paket Anti Gagal'), unless other words give the cause.
 */
export function saysNotWhole(given: string, patterns: CompiledPatterns, isReason = true): boolean {
  const text = given.replace(conditions, blanks)
  if (withheld.test(text)) return true
  const failed = firstFound(patterns.failed, text)
  if (failed === null) return saysUndone(text, patterns)
  const rest = text.replace(failed.text, ' ')
  const isState = !saysUnknown(rest)
  const cause = causeOf(text, failed.index + failed.text.length)
  const holdsReason = isReason || !saysUnknown(text.slice(0, failed.index))
  const isFailure = holdsReason || cause === 'call' || cause === 'reference' || (cause === 'goods' && namesGoods(rest))
  return isState || isFailure || saysUndone(text, patterns)
}

/** True if the text says that only a part of the order was delivered, so that no later answer can settle the whole order. */
export const saysPart = (text: string): boolean => part.test(text)

const part =
  /\bpar(?:tial(?:ly)?|sial)\b|\b(?:sukses|berhasil|terkirim|masuk|terisi|success(?:ful(?:ly)?)?|delivered)(?: [a-z]{1,12})? (?:sebagian|sebahagian|separuh|setengah|half|partly)(?:nya)?\b|\b(?:sebagian|sebahagian|separuh|setengah|half)(?:nya)? (?:sukses|berhasil|terkirim|masuk|terisi|gagal|delivered)\b|\b(?:sukses|berhasil|terkirim|masuk|terisi|success|delivered) (\d{1,7}) (?:dari|of|out of) (?!\1\b)\d{1,7}\b/i

const withheld = /\b(?:on[ -]?hold|di ?tahan|suspended|under review|disputed?|sengketa)\b/i

/**
 * True if a field other than the message says that the order is under way. The weak keywords count only without unknown words around them: 'Proses 5
 * menit' describes a product.
 */
export function saysUnderWay(text: string, patterns: CompiledPatterns): boolean {
  if (interpret(text, patterns, null).means !== 'pending') return false
  const isAlone = !saysUnknown(text.replace(firstFound(patterns.pending, text)?.text ?? '', ' '))
  return isAlone || isUnderWay(text, patterns, weak) || ofOrderUnderWay.test(text)
}

const ofOrderUnderWay =
  /\b(?:trx|transaksi|transaction|order|status|sn)(?: (?:is|still|masih|anda|your|ini)){0,3} ?:? (?:pending|waiting|in ?progress|process(?:ing)?|proses|queued?)\b/i

/** The text after the success keyword, up to the balance or the serial number. */
function behindSuccess(text: string, patterns: CompiledPatterns): string {
  const success = firstFound(patterns.success, text)
  if (success === null || patterns.success !== tradePatterns.success) return ''
  const end = success.index + success.text.length
  return upToSerialNumber(upToBalance(text, end, patterns).slice(end), patterns).replace(hypotheses, blanks)
}

/** True if the success keyword is denied, or belongs to another day, in the clause that it ends: 'belum ada kata SUKSES'. */
export function isDenied(text: string, patterns: CompiledPatterns): boolean {
  const success = patterns.success === tradePatterns.success ? firstFound(patterns.success, text) : null
  const [clause = ''] = /[^.,;:|!]*$/.exec(text.slice(Math.max(0, (success?.index ?? 0) - 200), success?.index ?? 0)) ?? []
  return /\b(?:tidak|tdk|belum|blm|bukan|not|never|nyaris|hampir|kemarin|sebelumnya|yesterday|previously)\b/i.test(clause)
}

/** True for a success with a reservation: it was suspended, refused by a later server, or sent to a wrong number. */
export function hasReservation(text: string, patterns: CompiledPatterns): boolean {
  const behind = behindSuccess(text, patterns)
  return /^ ?[:=] ?0(?!\d|[.,]\d)|\b(?:tapi|tetapi|namun|but|however|sayang(?:nya)?|hanya saja|di ?tahan|on ?hold|hold|menolak|ralat|revisi|koreksi|salah|estimasi|perkiraan|sementara|tentatif|dugaan|belum final)\b/i.test(
    behind,
  )
}

/** True if the words behind a success without a serial number refuse the call or name goods that are missing: 'SUKSES. Stok kosong'. */
export function refusesBehindSuccess(text: string, patterns: CompiledPatterns): boolean {
  const behind = behindSuccess(text, patterns).replace(ofDelivery, ' ')
  return saysCallerInAmounts(behind) || saysKnown(behind) || saysRefused(behind) || namesGoods(behind)
}

/** Words of a delivery that would otherwise be about a repeated order or a paid bill: 'Pulsa sudah masuk', 'Tagihan sudah lunas'. */
const ofDelivery =
  /\b(?:sudah|telah) (?:(?:ter|di) ?)?(?:isi|kirim|masuk|terima|lakukan|proses|tambah(?:kan)?)\b|\b(?:(?:sudah|telah) )?(?:lunas|(?:ter|di)bayar)\b/gi

/** True if the sentence continues with unknown words after the success keyword: 'sukses, tinggal tunggu operator', 'berhasil kami terima'. */
export function continuesAfterSuccess(text: string, patterns: CompiledPatterns): boolean {
  const [sentence = ''] = behindSuccess(text, patterns).split(/[.;|!@]/, 1)
  return /\p{L}{2}/u.test(sentence.replace(thanks, ' ').replace(aroundState, ' '))
}

const thanks =
  /\b(?:terima ?kasih|makasih|tks|thx|trims|sn|s\/n|serial|ref|reff|sisa|saldo|sal|bal|balance|stok|deposit|diisi|terisi|terkirim|masuk|di ?proses|proses|kirim|dikirim|dilakukan|sukses|berhasil|success|completed|complete|done|selesai|lunas|to|for|on|at|by|via|wkt|waktu|client ?id|gan|kak|bos(?:ku)?|sis|bro|pak|bu|om|ya|nih|mantap)\b/gi

/** Phrases for a missing part. 'Sisa 46' without further words is a balance. */
const restMissing =
  /\bsisa (?:rp\.? ?)?\d[\d.]{0,12}(?<!\.)(?: [a-z]{1,12})? (?:belum|blm|tidak|tdk|di|akan|gagal|gangguan|lagi)|\bsisa \d{1,3} (?:kode|code|voucher|vcr|token|pcs|biji|unit)\b|\bqty ?:? ?\d{1,5} ?[(,;] ?(?:order|dari|pesan)/i

/** '40/85' after the success keyword is a fraction; '29/11' is a day. 'Order 3 pcs, kirim 2 pcs' is one in words. */
function isFraction(text: string): boolean {
  const [, done, of] = /\b(?:sukses|berhasil|success)[ :.,(]{1,3}(\d{1,5})\/(\d{1,5})(?![\d/]| \d\d?[:.]\d\d)/i.exec(text) ?? []
  const [, ordered, sent] =
    /\b(?:order|pesan|beli) (\d{1,4})(?: [a-z]{1,8})?[ ,;]{1,3}(?:baru )?(?:di ?|ter)?(?:kirim|masuk|isi|sukses) (\d{1,4})\b/i.exec(text) ??
    []
  return Number(done) < Number(of) || Number(sent) < Number(ordered)
}

/** Phrases for an order that the server has never received. 'Tidak ada data' is not included, since it may be the reason of a failure. */
const denied =
  /\b(?:tidak ada transaksi(?! pada (?:jam|waktu)\b)|(?:transaksi|trx|trx ?id|order|pesanan) (?:tidak|tdk|belum) (?:ada|ditemukan|ketemu)|(?:transaction|order) not found)\b/i

/** Only a part was searched, or not all of it may be seen, or the search should be repeated: 'dalam 10 menit terakhir', 'di arsip', 'coba lagi nanti'. */
const notEverywhere =
  /\b\d{1,3} (?:menit|jam|hari|minutes?|hours?|days?|trx|transaksi)(?: yang| yg)?(?: terakhir| lalu)?\b|\blast \d|\bterakhir\b|\b(?:arsip|archived?|histor[iy]\w{0,2}|di ?hapus|deleted|purged?|permission|(?:hak )?akses|access|i[zj]in|allowed|filter|halaman|page|cache|sementara|maintenance|timeout|nanti|later|coba (?:lagi|kembali|ulang)|try again|ulangi|refresh|ditampilkan)\b/i

/** Weak keywords for a pending order: 'Mohon tunggu' also appears next to a delivery, and 'proses 0' next to a balance that is too low. */
const pleaseWait = /^mo?ho?n/i
const weak = /^(?:proses|process|pending|in ?progress|waiting|mo?ho?n)/i

function isUnderWay(sentence: string, patterns: CompiledPatterns, except: RegExp): boolean {
  for (const { text } of patterns.pending(sentence)) if (!except.test(text)) return true
  return false
}

/** The server has received an order with this reference, or for this number, before. The text may contain the result of that earlier order. */
const repeated =
  /\b(?:trx|transaksi|transaction|order) (?:terakhir|sebelumnya|kemarin|lama)\b|\b(?:last|previous) (?:trx|transaction|order|status)\b|\b(?:riwayat|history|kemarin|tadi (?:pagi|siang|sore|malam))\b|\bsebelumnya (?:gagal|sukses|berhasil)\b|\b(?:sudah|sdh) sukses\b|\b(?:sudah|sdh|udah|telah) (?:pernah|ada|terpakai|di(?:gunakan|pakai))\b|\bdupli[ck]a|\b(?:trx|transaksi|order) (?:double|dobel|ganda|kembar)\b|\b(?:double|dobel) (?:trx|transaksi|order)\b|\balready (?:used|exist|process)/i

export const saysRepeated = (text: string): boolean => repeated.test(text)

/** True if a query about a bill or a name succeeded; such a query does not sell anything: 'INQSUKSES', 'Tagihan ditemukan'. */
export const saysAsked = (text: string): boolean =>
  /\b(?:inq(?:uiry)? ?|(?:cek|check|pengecekan|inquiry|data) (?:tagihan|nama|pelanggan|inquiry|bill|customer) )(?:is |was |telah |sudah )?(?:sukses|berhasil|success(?:ful(?:ly)?)?|ditemukan|found)\b|\b(?:tagihan|bill)(?: [a-z]{1,12}){0,2}? (?:di ?temukan|tersedia|found|available)\b|\b(?:sukses|berhasil|success(?:ful(?:ly)?)?)[ :.-]{1,3}(?:inq(?:uiry)?|(?:cek|check) (?:tagihan|bill|nama))\b/i.test(
    text,
  )
