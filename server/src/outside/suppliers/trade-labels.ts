/**
 * What a seller's server says for its own customer, which is us: balance, prices, times, its numbers, hints. One list for the reader of
 * balances and for the reader of serial numbers, which end where the first of these begins.
 *
 * Linear, as all patterns here: a label has to stand before each repetition, and every repetition but the last is bounded.
 */

/** A label with its amount; `balance` where the amount is one. Behind a slash it is a part of a serial number ('/ADMIN:2.500'). */
const amounts =
  /(?<![\w/-])(?:(?<balance>(?:(?:sisa|total|last|new|end|ending|current|remaining) ?|m-?)?(?:saldo|sal|sld|balance|bal|stok|stock|deposit|depo)|sisa|sis)|(?:sisa )?(?:hrg|harga|price|byr|bayar|(?:biaya )?(?:admin|adm)|biaya|fee|komisi|poin|point|total|debet|pot|potong|terpotong|limit|kuota))(?: (?:akhir|anda|awal|bayar|pulsa|sekarang|skrg|skr|saat ini|terakhir|now|deposit|utama|kamu|agen|trx|linkaja|dana|ovo|gopay))?(?: ?[:=] ?| )(?:(?:rp|idr|rm)\.? ?)?(?:(?<before>[\d.,]+) ?[-+] ?(?<amount>[\d.,]+) ?= ?)?(?<after>\d[\d.,]*)/gi

const others =
  /(?<![\w/])(?:(?:sisa ?)?saldo|hrg|harga|trx ?id|id ?trx|client ?id|server ?id|(?:dan )?id transaksi|kode_reseller|member ?id|terima ?kasih|hati-hati|cek sisa)\b|(?<!\w)trx (?:ke|sukses|berhasil|lancar|normal)\b|(?<![\w/])(?:no|nomor|kode|id)\.? trx ?[:=#]|(?<=[.,;|] )(?:id ?[:=]|rp\.? ?\d|\d\d?\/\d\d? \d\d?[.:]\d\d|\d\d?:\d\d)|(?<= )\d\d?:\d\d:\d\d|(?<![\w/])trx#|(?<![\w/])(?:tele|telegram|wa|whatsapp|cs|ket|keterangan|info|note|alasan|tujuan|provider) ?[:=]|(?<![\w/-])(?:rc|waktu|jam|tgl|tanggal|wa)(?: ?[:=] ?| )\d|(?<!\w)[rt]#|(?<!\w)@ ?\d|(?<![\w/]|pada )\d{4}-\d\d-\d\d \d\d?[.:]\d\d|(?<![\w/]|pada )\d\d?[/-]\d\d?[/-]\d{2,4} \d\d?[.:]\d\d/gi

/** Balances in a text, one after the other, as the label says; prices are none. */
export function* balancesIn(text: string): Iterable<RegExpExecArray> {
  for (const match of matches(amounts, text)) if (match.groups?.balance !== undefined) yield match
}

/** Where the seller's words for its own customer begin, not before `from`; the end of the text where there are none. */
export function ownWordsFrom(text: string, from: number): number {
  return Math.min(firstFrom(amounts, text, from), firstFrom(others, text, from))
}

/** Where the first amount begins. */
export const amountFrom = (text: string, from: number): number => firstFrom(amounts, text, from)

function firstFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

/** As `matchAll`, without its copy of the pattern for each text. */
export function* matches(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  for (let at = 0; ; ) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) return
    at = pattern.lastIndex
    yield match
  }
}
