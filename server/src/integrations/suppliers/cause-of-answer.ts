/** The cause of a failure or a refusal, from everything that the answer says: its first sentence, the text after the balance, and its doubts. */
import { type Cause, causeOf, namesGoods, saysCallerInAmounts, saysKnown, saysUncertain } from '#integrations/suppliers/cause.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { hintsContinueOrder, hintsDenyFailure } from '#integrations/suppliers/hints-behind-balance.ts'
import { type Found, firstFound } from '#integrations/suppliers/linear-pattern.ts'
import { labelledReason, reasonEnd } from '#integrations/suppliers/reason-of-failure.ts'

/**
 * The cause of the failure whose keyword was found. If the text denies, expects or assumes the failure, or asks about it, the result is `doubt`,
 * since the failure is not certain. `asGiven` is the sentence with its conditions.
 */
export function causeOfAnswer(
  sentence: string,
  text: string,
  { index, text: word }: Found,
  patterns: CompiledPatterns,
  asGiven: string,
): Cause {
  const cause = causeInFull(sentence, text, index + word.length, patterns)
  const isDoubted =
    mayArrive.test(asGiven) || unsure.test(text.slice(Math.max(0, index - 100), index)) || isAsked(sentence.slice(index + word.length))
  return isDoubted && cause !== 'call' && cause !== 'reference' ? 'doubt' : cause
}

/** The server itself reckons with a delivery: 'GAGAL di sistem kami. Bila pulsa tetap masuk mohon lapor'. */
const mayArrive =
  /\b(?:jika|bila|kalau|kalo|apabila|if)\b(?: [a-z]{1,12}){0,3} (?:masuk|terisi|terkirim|sampai|sukses|berhasil|received|delivered)\b/i

const unsure =
  /\b(?:(?:tidak|tdk|tak|ga|gak|gk|ngg?ak?|enggak|bukan(?:nya)?|belum|blm|not|never|jangan|jgn)(?: (?:jadi|ada|yang|yg|yet|been|be|is|an?|sampai|pernah|benar-benar|tentu|pasti|necessarily))?|(?:akan|apakah|whether|unsure|mungkin|may|might|could|should|would|will|bakal|hendak|nyaris|hampir|potensi|berpotensi|indikasi|terindikasi|dugaan|diduga|sepertinya|kayaknya|tampaknya|seems?|likely|apparently|maybe|probably|presumably|appears?|confirmed as|anggap|asumsi|assumed|presumed|deemed|considered|risiko|resiko)(?: [a-z]{1,14}){0,3}) $/i

/** A question mark in the state or its reason, and not in an address: 'GAGAL?', 'GAGAL. Nomor salah? mohon dikonfirmasi'. */
const isAsked = (behind: string): boolean => /\?(?![\w&=])/.test(behind)

/**
 * The cause in the whole text, since some servers give the reason after the balance. Hints about servers and products also follow the balance, so
 * goods that are mentioned before the balance take precedence.
 */
function causeInFull(sentence: string, text: string, from: number, patterns: CompiledPatterns): Cause {
  if ((firstFound(patterns.refused, sentence) !== null || lacksStock(text)) && !saysKnown(sentence)) return 'call'
  const cause = causeOf(sentence, from)
  const hints = text.slice(sentence.length)
  if (namesGoods(sentence) && !saysCallerInAmounts(text) && !saysKnown(text))
    return cause === 'goods' && (hintsDenyFailure(hints) || hintsContinueOrder(hints)) ? 'doubt' : cause
  const behind = causeOf(text, from)
  if (behind === 'reference' || (behind === 'call' && cause !== 'doubt' && cause !== 'prose')) return behind
  if (saysUncertain(text) || ((cause === 'none' || cause === 'goods') && hintsDenyFailure(hints))) return 'doubt'
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
