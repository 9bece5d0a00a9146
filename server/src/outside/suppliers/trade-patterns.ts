/**
 * The words of the trade's usual text answers: what they mean for an order. What its buyer reads of them is
 * `features/purchases/failure-reasons.ts`, whose test has a row for each phrase.
 *
 * A backtracking engine runs these over text of strangers on the event loop. They stay linear because a text comes with
 * single spaces (`oneLine`), and because a repetition without a bound either ends its pattern or is followed by something that
 * it cannot hold itself, after a word that has to stand before it.
 */
import { type Found, foundBy, type Pattern, type PatternName } from '#outside/suppliers/linear-pattern.ts'

export const tradePatterns: Readonly<Record<PatternName, Pattern>> = {
  success: saidSuccess,
  failed: saidFailed,
  // `perhapsTaken` of `answer-fields.ts` holds the same family for answers that say `success`.
  pending: words(
    'pending',
    /(?<!(?:tidak|tdk) )(?:akan|sedang|sdg|segera|masih) (?:(?:dalam|dlm) )?(?:(?:di)?proses|antri)|\b(?:dalam|dlm|masuk) antri|menunggu (?:jawaban|balasan)|mo?ho?n (?:di)?tunggu|\b(?:in ?progress|pending|proses|process(?:ing)?|waiting)\b/gi,
  ),
  notFound: words('notFound', /tidak ada (?:transaksi|data)/gi),
  refused: words(
    'refused',
    /\bsaldo (?:anda )?(?:kurang|(?:tidak|tdk) (?:men)?cukup)|\b(?:pin|password|sign(?:ature)?) (?:anda )?(?:salah|(?:tidak|tdk) (?:valid|sesuai))|\b(?:pengguna|user|member) (?:(?:tidak|tdk) (?:ditemukan|terdaftar|aktif))|\bip (?:anda )?(?:[\d.:a-f]{3,45} )?(?:(?:tidak|tdk|belum|blm) (?:sesuai|terdaftar|diizinkan)|salah)|too short/gi,
  ),
  // Not the 'Ref:' of 'SN/Ref: 2301998877', which names a serial number. Behind 'R# ' may stand a product that has a number.
  reference: words(
    'reference',
    /(?:\bR(?:eff?)?#|\bCLIENTID=|(?<!\bSN\/)\bRef(?:\.? ?ID)? ?[:=] ?|\bR# (?=[\w-]{1,100}(?![\w.-])))(?<ref>[A-Za-z0-9_-]+)/gi,
  ),
  serialNumber: saidSerialNumber,
  balance: words(
    'balance',
    /\b(?:saldo(?: akhir)?|sld|stok(?: pulsa)?|m-?bal|balance) ?[:=]? ?(?:rp\.? ?)?(?:(?<before>[\d.,]+) ?[-+] ?(?<amount>[\d.,]+) ?= ?)?(?<after>\d[\d.,]*)/gi,
  ),
}

function words(name: PatternName, pattern: RegExp): Pattern {
  return function* found(text) {
    for (const match of matches(pattern, text)) yield foundBy(name, match)
  }
}

/** As `matchAll`, without its copy of the pattern for each text. */
function* matches(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  for (let at = 0; ; ) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) return
    at = pattern.lastIndex
    yield match
  }
}

const success =
  /\b(?:tidak|tdk|belum|blm|bukan|not|un|sempat)[ -]+(?:sukses|berhasil|success)\b|\b(?<said>(?:pay)?sukses|berhasil|success)\b/gi

/** 'Transaksi tidak berhasil' is the opposite of what its last word says, so a denial is stepped over as a whole. */
function* saidSuccess(text: string): Iterable<Found> {
  for (const match of matches(success, text)) if (match.groups?.said) yield foundBy('success', match)
}

const failed =
  /\b(?:cek|check) status (?:gagal|failed)\b|\bgagal (?:meng|di)?cek\b|\b(?<said>gagal|dibatalkan|failed|refund|(?:tidak|tdk) (?:berhasil|sukses))\b/gi

/** A question that could not be answered is none of the order's failures. */
function* saidFailed(text: string): Iterable<Found> {
  for (const match of matches(failed, text)) if (match.groups?.said) yield foundBy('failed', match)
}

const serialNumberLabel = /\bSN(?:\/Ref)? ?[:=] ?/i
const afterSerialNumber =
  / ?\.? ?(?:(?:(?:sisa )?saldo|hrg|harga|trxid|clientid|tele|wa|trx ke-\d+|kode_reseller)\b|(?:sld|stok(?: pulsa)?|m-?bal|waktu|rc) ?[:=]? ?(?:rp\.? ?)?\d|\br#)| ?@ ?\d|\.? ?$/gi

/** The first one: at least one character, from its label to the next known part of the text. */
function* saidSerialNumber(text: string): Iterable<Found> {
  const label = serialNumberLabel.exec(text)
  const from = label === null ? text.length : label.index + label[0].length
  if (label === null || from === text.length) return
  afterSerialNumber.lastIndex = from + 1
  const to = afterSerialNumber.exec(text)?.index ?? text.length
  yield { index: label.index, text: text.slice(label.index, to), picked: text.slice(from, to) }
}
