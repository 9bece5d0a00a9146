/** What the words in a serial number, or after it, say about the order: some servers report a failure as a success whose number is 'Trx gagal'. */
import { namesGoods, saysNothingElse, saysReturned } from '#integrations/suppliers/cause.ts'
import { blanks, hypotheses } from '#integrations/suppliers/clauses.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { anyOf, firstFound } from '#integrations/suppliers/linear-pattern.ts'
import { spelledOut } from '#integrations/suppliers/text.ts'

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

/**
 * True if the words after a number take the delivery back or name a part that is missing: '0041002912. Pulsa ditarik kembali', 'ABCD-1234. Satunya
 * kosong'. Words that do not belong to the code are cut away, so they are read before, and so is the next clause of the text.
 */
export function takesBackBehindNumber(serialNumber: string, text: string): boolean {
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
