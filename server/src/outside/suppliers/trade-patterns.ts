/**
 * The words of the trade's usual text answers: what they mean for an order. What its buyer reads of them is
 * `features/purchases/words-for-buyer.ts`, whose test has a row for each phrase.
 *
 * A backtracking engine runs these over text of strangers on the event loop. They stay linear because a text comes with
 * single spaces (`oneLine`), and because a repetition without a bound either ends its pattern or is followed by something that
 * it cannot hold itself, after a word that has to stand before it.
 */
import { type Found, foundBy, type Pattern, type PatternName } from '#outside/suppliers/linear-pattern.ts'

export const tradePatterns: Readonly<Record<PatternName, Pattern>> = {
  success: saidSuccess,
  failed: words('failed', /\b(?:gagal|dibatalkan|failed|refund)\b|\b(?:tidak|tdk) (?:berhasil|sukses)\b/gi),
  pending: words(
    'pending',
    /(?:akan|sedang|segera|masih) (?:dalam )?(?:di)?proses|menunggu jawaban|mo?ho?n (?:di)?tunggu|\b(?:inprogress|pending|proses)\b/gi,
  ),
  notFound: words('notFound', /tidak ada (?:transaksi|data)/gi),
  refused: words(
    'refused',
    /saldo (?:anda )?tidak (?:men)?cukup|pin salah|password salah|pengguna tidak ditemukan|ip tidak sesuai|too short/gi,
  ),
  // Not the 'Ref:' of 'SN/Ref: 2301998877', which names a serial number.
  reference: words('reference', /(?:\bR#|\bCLIENTID=|(?<!\bSN\/)\bRef(?:\.? ?ID)? ?[:=] ?)(?<ref>[A-Za-z0-9_-]+)/gi),
  serialNumber: saidSerialNumber,
  balance: words('balance', /\bsaldo ?[:=]? ?(?:rp\.? ?)?(?:(?<before>[\d.,]+) ?[-+] ?(?<amount>[\d.,]+) ?= ?)?(?<after>\d[\d.,]*)/gi),
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

const success = /\b(?:tidak|tdk|belum|blm|bukan|not|un)[ -]+(?:sukses|berhasil|success)\b|\b(?<said>sukses|berhasil|success)\b/gi

/** 'Transaksi tidak berhasil' is the opposite of what its last word says, so a denial is stepped over as a whole. */
function* saidSuccess(text: string): Iterable<Found> {
  for (const match of matches(success, text)) if (match.groups?.said) yield foundBy('success', match)
}

const serialNumberLabel = /\bSN(?:\/Ref)? ?[:=] ?/i
const afterSerialNumber = / ?\.? ?(?:(?:sisa )?saldo|hrg|harga|trxid|ref\.? ?id|clientid|tele|wa)\b| ?@\d|\.? ?$/gi

/** The first one: at least one character, from its label to the next known part of the text. */
function* saidSerialNumber(text: string): Iterable<Found> {
  const label = serialNumberLabel.exec(text)
  const from = label === null ? text.length : label.index + label[0].length
  if (label === null || from === text.length) return
  afterSerialNumber.lastIndex = from + 1
  const to = afterSerialNumber.exec(text)?.index ?? text.length
  yield { index: label.index, text: text.slice(label.index, to), picked: text.slice(from, to) }
}
