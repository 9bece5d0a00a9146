/**
 * Which part of a failure's text is its reason. Amounts of the seller follow the reason ('GAGAL. Nomor salah. Saldo 489.750'), but an amount may also
 * be a part of it ('GAGAL. Saldo 1.250 tidak cukup'), and some servers give a labelled reason after the balance ('Saldo=500000. Alasan = …').
 */
import { amountsIn, ownWordsFrom } from '#integrations/suppliers/trade-labels.ts'

/** The position of the first amount that is a clause of its own: label and amount, and then an end, a sign or another label. */
export function reasonEnd(text: string, from: number): number {
  let seen = 0
  for (const { index, 0: amount } of amountsIn(text, from)) {
    if (isOwnClause(text, index, index + amount.length, from) || seen++ === amountsMax) return index
  }
  return text.length
}

/** No honest answer has as many amounts. */
const amountsMax = 20

function isOwnClause(text: string, index: number, end: number, from: number): boolean {
  // 'Rp 1.250,- kurang'
  const behind = text.slice(end, end + windowMax).replace(/^,?-(?= ?\p{L})/u, (sign) => ' '.repeat(sign.length))
  if (/[.]$/.test(text.slice(end - 1, end)) || endsClause.test(behind)) return true
  const before = Math.max(0, end - windowMax)
  const rest = behind.trimStart()
  const next = end + behind.length - rest.length
  const isLabel =
    neutral.test(rest) || ownWordsFrom(text.slice(before, next + windowMax), next - before) === next - before || startsAmount(rest)
  // A comma ends the clause, but after an amount with no reason before it, the words after the comma are the reason.
  const hasComma = text[end - 1] === ',' || behind.startsWith(',')
  return hasComma ? isLabel || startsOwn(rest.replace(/^,? ?/, '')) || hasWords(text.slice(from, index)) : isLabel
}

const windowMax = 60
const endsClause = /^ ?(?:$|[.;|@#*)\]}"'~/]|,-(?! ?\p{L})|->|[-+=] ?(?:rp\.? ?)?\d)/u
/** What servers write after an amount without a sign before it: labels, days and times, the product's name, thanks and hints. */
const neutral =
  /^(?:kode_\w+|[a-z]+_[a-z]+ ?[:=]|trx (?:normal|lancar|ke)|h2h\b|(?:wib|wita|wit|rupiah|perak)\b|(?:tgl|tanggal|jam|pkl|pukul|pada|pd|waktu|wkt|on|at)\b(?: ?[:=])? ?\d|\p{L}{2,15} ?[:=]|\d|[^\p{L}\d\s<>(]|(?:telkomsel|tsel|simpati|indosat|isat|im3|xl|axis|three|tri|smartfren|by ?u|pln|ovo|gopay)\b|terima|tks|thx|trims|makasih|ketik|silakan|silahkan|jika|bila|apabila|kalau|info|promo)/iu
const startsOwn = (rest: string): boolean => rest === '' || startsAmount(rest) || neutral.test(rest)
const startsAmount = (rest: string): boolean => {
  for (const { index } of amountsIn(rest, 0)) return index === 0
  return false
}
const hasWords = (text: string): boolean => /\p{L}{3}/u.test(text)

/**
 * The text without its amounts, so that the words around them are read as one sentence: 'Saldo 1.250 tidak cukup', 'Limit 50 trx/hari terlampaui'.
 * An amount that is a clause of its own ends the sentence instead.
 */
export function withoutAmounts(text: string): string {
  if (!/\d/.test(text)) return text
  const parts: string[] = []
  let at = 0
  let seen = 0
  for (const { index, 0: amount } of amountsIn(text, 0)) {
    const end = index + amount.length
    if (seen++ === amountsMax) break
    if (!isOwnClause(text, index, end, 0)) continue
    parts.push(text.slice(at, index), '. ')
    at = end
  }
  return (parts.join('') + text.slice(at)).replace(amountBeforeWord, ' ').replace(/ {2,}/g, ' ')
}

const amountBeforeWord = /[ :=]{0,3}(?:\b(?:rp|idr)\.? ?)?(?<![\w.,-])\d[\d.,]{0,20}(?:,-?|-)?(?= ?[([<>]| ?\p{L})/giu

/** A reason with a label of its own, from its label on; empty if there is none. */
export const labelledReason = (text: string): string => labelled.exec(text)?.groups?.reason ?? ''
const labelled =
  /\b(?:alasan|reason|ket|keterangan|note|catatan|info|sebab|penyebab|remarks?)\b ?[:=] ?(?<reason>(?!(?<=info ?[:=] ?)(?:promo|cashback|bonus|diskon|gratis|hadiah|hub|cs|wa|tele|h2h|harga|produk baru|buka|layanan|trx))\S[\s\S]{0,300})/i
