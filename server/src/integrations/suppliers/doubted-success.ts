/**
 * What makes a success uncertain although the answer contains its keyword: it was undone, is incomplete or denied, is only announced, or is the
 * success of a payment, a query or a test.
 */
import { causeOf, namesGoods, saysCallerInAmounts, saysKnown, saysRefused, saysReturned } from '#integrations/suppliers/cause.ts'
import { blanks, hypotheses, rates, saysUnknown, upToBalance, upToSerialNumber } from '#integrations/suppliers/clauses.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { firstFound } from '#integrations/suppliers/linear-pattern.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'

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

/** 'Saldo 1.000 + 10.150 = 11.150': the balance has grown, so the money was returned. */
const moneyBack = /\b(?:saldo|stok|deposit)[ :=]{1,3}(?:rp\.? ?)?\d[\d.,]{0,15} ?\+ ?(?!0[0.,]{0,8} ?=)\d[\d.,]{0,15} ?= ?\d/i

/**
 * A clause after the balance that contains only a cancellation describes the order ('Trx ini dibatalkan'), unlike a hint ('gagal otomatis refund').
 */
const returnedBehind =
  /[.;|] ?(?:(?:trx|transaksi|order|status)(?: (?:ini|tsb|tersebut|akhir))? ?:? ?)?(?:(?:telah|sudah|sdh) )?(?:di ?)?(?:(?:refund(?:ed)?|revers(?:al|ed)|retur|void)(?: (?:rp\.? ?)?[\d.,]{3,15})?|(?:batal|gagal)(?:kan)?(?: (?:rp\.? ?[\d.,]{3,15}|\d{1,3}(?:[.,]\d{3}){1,4}))?) ?(?:$|[.;|@])/i

/** Phrases for a missing part. 'Sisa 46' without further words is a balance. */
const restMissing =
  /\bsisa (?:rp\.? ?)?\d[\d.]{0,12}(?<!\.)(?: [a-z]{1,12})? (?:belum|blm|tidak|tdk|di|akan|gagal|gangguan|lagi)|\bsisa \d{1,3} (?:kode|code|voucher|vcr|token|pcs|biji|unit)\b|\bqty ?:? ?\d{1,5} ?[(,;] ?(?:order|dari|pesan)/i

/** Phrases for a delivery of less than was ordered: a person decides how much of the order is paid. */
export const parts =
  /\b(?:partial(?:ly)?|parsial|(?:sebagian|sebahagian|separuh|setengah)(?:nya)?|incomplete|partly)\b|\b\d{1,7} (?:dari|of|from) \d{1,7}\b|\b\d{1,7} ?[a-z]{0,8} (?:dari|of) (?:total )?\d|\(\d{1,3}\/\d{1,3}\)|\bmenyusul\b|\bkurang \d|\blebih (?:kecil|sedikit)\b|\bhanya (?:masuk |terkirim |sukses |berhasil )?\d|\b(?:tidak|tdk|belum|blm) (?:lengkap|penuh|semua(?:nya)?|full|seluruhnya|utuh)\b|\b(?:kurang|sisa) \d{1,7} (?:lagi|belum|menyusul)\b|\b(?:sisanya|kekurangan\w{0,3})\b|\b\d{1,2} ?%|\b(?:sep[ao]r(?:o|oh|uh|ohnya|uhnya)|sbgn|sbagian|half|halfway)\b|\b(?:tidak|tdk|belum|blm|kurang) (?:komplit|complete|cukup|sesuai (?:pesanan|nominal|order|permintaan))\b|\bnominal (?:tidak|tdk|kurang|beda|berbeda)\b|\b(?:cuma|cuman|baru|hanya)(?: (?:masuk|terkirim|terisi|sukses|berhasil|bisa|dapat|ada)){0,2} (?:rp\.? ?)?(?:\d|satu|dua|tiga|empat|lima)|\b(?:satu|dua|tiga|empat|lima|one|two) (?:dari|of|out of)\b|\b(?:belum|blm) (?:di ?kirim|terkirim|masuk|terisi)\b|\b(?:sukses|berhasil)(?: (?:rp )?\d[\w.]{0,12})(?: [a-z]{1,12})? saja\b|\b\d{1,7} dr \d|\bkurangnya\b|\bcicil\w{0,3}\b|\blagi (?:gangguan|kosong|habis|gagal)\b|\b(?:operator|provider|biller|suppl?ier|vendor) (?:belum|blm)\b|\b(?:kuota|bonus|voucher|paket)(?: [a-z]{1,12})? (?:tidak|kosong)(?= ?[.,;|])|\b(?:se)?harusnya\b/i

/** '40/85' after the success keyword is a fraction; '29/11' is a day. 'Order 3 pcs, kirim 2 pcs' is one in words. */
function isFraction(text: string): boolean {
  const [, done, of] = /\b(?:sukses|berhasil|success)[ :.,(]{1,3}(\d{1,5})\/(\d{1,5})(?![\d/]| \d\d?[:.]\d\d)/i.exec(text) ?? []
  const [, ordered, sent] =
    /\b(?:order|pesan|beli) (\d{1,4})(?: [a-z]{1,8})?[ ,;]{1,3}(?:baru )?(?:di ?|ter)?(?:kirim|masuk|isi|sukses) (\d{1,4})\b/i.exec(text) ??
    []
  return Number(done) < Number(of) || Number(sent) < Number(ordered)
}

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

const withheld = /\b(?:on[ -]?hold|di ?tahan|suspended|under review|disputed?|sengketa)\b/i

/** True if the text says that only a part of the order was delivered, so that no later answer can settle the whole order. */
export const saysPart = (text: string): boolean => part.test(text)

const part =
  /\bpar(?:tial(?:ly)?|sial)\b|\b(?:sukses|berhasil|terkirim|masuk|terisi|success(?:ful(?:ly)?)?|delivered)(?: [a-z]{1,12})? (?:sebagian|sebahagian|separuh|setengah|half|partly)(?:nya)?\b|\b(?:sebagian|sebahagian|separuh|setengah|half)(?:nya)? (?:sukses|berhasil|terkirim|masuk|terisi|gagal|delivered)\b|\b(?:sukses|berhasil|terkirim|masuk|terisi|success|delivered) (\d{1,7}) (?:dari|of|out of) (?!\1\b)\d{1,7}\b/i

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

/** True if the words after a success without a serial number refuse the call or name goods that are missing: 'SUKSES. Stok kosong'. */
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
  return saysUnknown(sentence)
}

/** The text after the success keyword, up to the balance or the serial number. */
function behindSuccess(text: string, patterns: CompiledPatterns): string {
  const success = firstFound(patterns.success, text)
  if (success === null || patterns.success !== tradePatterns.success) return ''
  const end = success.index + success.text.length
  return upToSerialNumber(upToBalance(text, end, patterns).slice(end), patterns).replace(hypotheses, blanks)
}

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
 * True if the goods are announced for a later time: 'Pulsa masuk besok pagi', 'Dana masuk maksimal 1x24 jam', 'Voucher reserved'. Hints after the
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

/** True if the order was accepted and forwarded to another server; a state in such a text is the state of the request. */
export const isMarkedTaken = (text: string): boolean =>
  /\b(?:order|pesanan) masuk\b|\b(?:trx|transaksi|order|pesanan) terkirim\b|\b(?:sudah|sdh|telah) (?:kami )?(?:di)?terima\b|\b(?:accepted|submitted|diteruskan|forwarded)\b|\b(?:order|transaction|trx|request)(?: has been| was| is)? (?:placed|created|received|queued)\b|\b(?:dikirim|terkirim|sent) (?:ke|to) (?:server|operator|provider|biller|suppl?ier|vendor|pusat)\b/i.test(
    text,
  )

/** True if a query about a bill or a name succeeded; such a query does not sell anything: 'INQSUKSES', 'Tagihan ditemukan'. */
export const saysAsked = (text: string): boolean =>
  /\b(?:inq(?:uiry)? ?|(?:cek|check|pengecekan|inquiry|data) (?:tagihan|nama|pelanggan|inquiry|bill|customer) )(?:is |was |telah |sudah )?(?:sukses|berhasil|success(?:ful(?:ly)?)?|ditemukan|found)\b|\b(?:tagihan|bill)(?: [a-z]{1,12}){0,2}? (?:di ?temukan|tersedia|found|available)\b|\b(?:sukses|berhasil|success(?:ful(?:ly)?)?)[ :.-]{1,3}(?:inq(?:uiry)?|(?:cek|check) (?:tagihan|bill|nama))\b/i.test(
    text,
  )

/** True if the sale was only a test, whatever success keyword the text contains. */
export const saysTried = (text: string): boolean =>
  /\b(?:simulasi|simulation|simulator|sandbox|test ?mode|(?:mode|trx|transaksi|transaction|order) (?:test(?:ing)?|uji ?coba|demo)|(?:test(?:ing)?|uji ?coba|demo) (?:mode|only|saja|trx|transaksi|transaction|order)|dummy|percobaan)\b|[[(](?:test?|testing|uji ?coba|demo|dev)[\])]/i.test(
    text,
  )
