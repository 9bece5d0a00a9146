/**
 * The labels of data that a seller's server adds for its own customer, the platform: balance, prices, times, its numbers, hints. The same list serves
 * to read balances and serial numbers; a serial number ends where the first of these labels begins. All patterns take linear time: a label must
 * precede each repetition, and every repetition except the last is bounded.
 */

/**
 * A label with its amount; `balance` is set if the amount is a balance. After a slash it is a part of a serial number ('/ADMIN:2.500'), unless it is
 * a balance that ends the serial number ('/Saldo 489.850', '/HRG:20125/SLD:330120'). The rarer names of a balance count only before an amount in groups of three.
 */
const amounts =
  /(?:(?<![\w/-])|(?<=\w[/-])(?=(?:(?:hrg|harga) ?[:=] ?(?:rp\.? ?)?\d[\d.,]{2,12}\/)?(?:sisa ?)?(?:saldo|sisa|sal|sld)\b(?:[ :=]{0,3}(?:rp\.? ?)?\d{1,3}(?:[.,]\d{3}){1,4}| ?[:=] ?(?:rp\.? ?)?\d{3,9})(?![\w/-])))(?:(?<balance>(?:(?:sisa|total|last|new|end|ending|current|remaining) ?|m-?)?(?:saldo|sal|sld|balance|bal|stok|stock|deposit|depo)|sisa|sis|(?:sisa (?:uang|dana|plafon|kredit|dep)|s\.? ?akhir)(?= ?[:=>]{0,4}(?: ?rp\.?)? ?\d{1,3}(?:[.,]\d{3}){1,4}(?![\w/-]))|(?:(?:s|your|available)[. ]?)?(?:saldo(?:mu|nya|ku)?|sldo|slado|sald|sal|stk|dep|wallet|dompet|avail|available|balance)(?= ?\.?(?:akhir|is)?[ :=>]{0,4}(?:(?:rp|idr)\.? ?)?\d{1,3}(?:[.,]\d{3}){1,4}(?![\w/-])))|(?:sisa )?(?:hrg|harga|price|byr|bayar|(?:biaya )?(?:admin|adm)|biaya|fee|komisi|poin|point|total|debet|pot|potong|terpotong|limit|kuota))(?:[ .] ?(?:akhir|tersisa|anda|awal|bayar|pulsa|sekarang|skrg|skr|saat ini|terakhir|now|is|deposit|utama|kamu|agen|trx|linkaja|dana|ovo|gopay))?(?: ?[:=]?>{1,2} ?| ?[:=] ?|\.? |(?=rp))(?:(?:rp|idr|rm)\.? ?)?(?:(?<before>[\d.,]+) ?[-+] ?(?<amount>[\d.,]+) ?= ?)?(?<after>\d[\d.,]*)/gi

/** Terms for a code, its parts and its use. */
export const namesPartOfCode =
  /\b(?:pin|kode|code|pass\w{0,5}|exp\w{0,4}|an|a[/.]n|nama|atas|token|vouchers?|vcr|serial|sn|key|ref\w{0,6}|user\w{0,4}|id|(?<!\.)no|nomor|redeem|gunakan|masuk{1,2}an|sandi|kata kunci|log ?in|akun|account|aktivasi|activation)\b/i

/** More labels of the seller's own data. Each pattern is searched on its own. */
const others: readonly RegExp[] = [
  // After the end of a sentence: any words with an amount in groups of three digits. Labels of a PLN token are excluded, since they are parts of the
  // serial number, and so is an amount before the label of a code ('Nominal 100.000. PIN 1234').
  /(?<=[.,;|] |\|)(?!(?:daya|power|kwh|jml|pin|kode|code|sn|token|voucher)\b)[a-z]{1,12}(?:(?: |\. ?|\/)[a-z]{1,12}){0,2}(?: ?(?:[:=]>?|>{1,2}) ?|\.? |(?=rp))(?:(?:rp|idr)\.? ?)?\d{1,3}(?:[.,]\d{3}){1,4}(?![\w/-]|[.,]\d|[ .,;]{1,3}(?:kode|code|pin|vouchers?|vcr|sn|s\/n|token|serial|ref)\b)/gi,
  /(?<=[.,;|] |\|)(?:laba|untung|keuntungan|diskon|kembalian|selisih|pendapatan|profit|bonus|cashback|margin|poin|points?|komisi|fee|hutang|piutang|modal|hpp|(?:di|ter)(?:potong|debet|debit)|charged|cost|amount)(?: [a-z]{1,10})? ?[:=]? ?\+?(?:rp\.? ?)?\d[\d.,]{0,15}(?![\w/-])/gi,
  /(?<=[.;|] )\d{1,3}(?:[.,]\d{3}){1,4}(?![\w/-]|[.,]\d)/g,
  /(?<=[.,;|] )(?:id ?[:=]|rp\.? ?\d|\d\d?\/\d\d? \d\d?[.:]\d\d|\d\d?:\d\d)/gi,
  /(?<![\w/])(?:(?:sisa ?)?saldo|hrg|harga|trx ?id|id ?trx|client ?id|server ?id|(?:dan )?id transaksi|kode_reseller|member ?id|terima ?kasih|hati-hati|cek sisa)\b|(?<!\w)trx (?:ke|sukses|berhasil|lancar|normal)\b|(?<![\w/])(?:no|nomor|kode|id)\.? trx ?[:=#]|(?<![\w/])trx#|(?<![\w/])(?:tele|telegram|wa|whatsapp|cs|ket|keterangan|info|note|alasan|tujuan|provider) ?[:=]|(?<![\w/-])(?:rc|waktu|jam|tgl|tanggal|wa)(?: ?[:=] ?| )\d|(?<!\w)[rt]#/gi,
  /(?<= )\d\d?:\d\d:\d\d|(?<!\w)@ ?\d|(?<![\w/]|pada )\d{4}-\d\d-\d\d \d\d?[.:]\d\d|(?<![\w/]|pada )\d\d?[/-]\d\d?[/-]\d{2,4} \d\d?[.:]\d\d/gi,
  // After the end of a sentence: a time under any label, the server's own transaction numbers, contact details and hints.
  /(?<=[.,;|] |\|)(?:[a-z]{2,10} (?:pada )?(?:\d\d?[:.]\d\d(?:[:.]\d\d)?)(?= (?:wib|wita|wit)\b|[ .,;|]|$)|(?:durasi|lama|proses|di ?proses|selesai|waktu)(?: [a-z]{1,8})? ?[:=]? ?\d{1,4} ?(?:detik|dtk|menit|mnt|s|sec|ms)\b|(?:no(?:mor|\.)?|nmr|id|kode) ?(?:transaksi|trans|trx|order|invoice|nota|struk)\b|(?:trans(?:aksi)?|order|invoice|nota|struk|noref|no ?ref)(?: ?id| trx)?(?: ?[:=#] ?| )(?=[^ ]{0,30}\d)|id ?#|(?:struk|nota|invoice|cetak(?: struk)?) ?[:=]? ?https?:|trx (?:hari ini|ke) ?[:=-]? ?\d|(?:potong|pemotongan|dana|uang) (?:saldo|tersisa|sisa|terpotong)\b|saldo\d|(?:cek|hub|hubungi|kontak|komplain|pengaduan)\b|(?:jika|bila|apabila|kalau|silakan|silahkan)\b)/gi,
  // After the end of a sentence: any words with an amount without groups of three digits, unless the amount may be a part of the code. Then the
  // server's own modules and channels.
  /(?<=[.;|] |\|)(?!(?:pin|kode|code|sn|s\/n|token|voucher|vcr|ref\w{0,6}|exp|expired|valid|berlaku|masa|daya|power|kwh|jml|no|gol|tarif|pass|password|pwd|user|username|id|serial|key|nominal|sender|paket)\b)[a-z]{1,12}(?:[ ./][a-z]{1,12}){0,2}\.? ?[:=]? ?(?:rp\.? ?)?\d{3,9}(?=[ .,;|]|$)/gi,
  /(?<=[.;|] |\|)(?:(?:server|modul|module|channel|chanel|jalur|supplier|terminal) ?[:=# ] ?[\w-]{1,20}(?=[ .,;|]|$)|trx ?(?:no|id)\.? ?[:=]? ?\d|\d\d? (?:jan|feb|mar|apr|mei|may|jun|jul|agu|aug|sep|okt|oct|nov|des|dec)[a-z]{0,6} \d{2,4}|\d\d?[.:]\d\d (?:wib|wita|wit)\b)/gi,
  // What the seller paid, in brackets: '0987 (modal 20125)'.
  /(?<= )[([](?=(?:modal|hpp|hrg|harga|beli)[ :=]{1,3}(?:rp\.? ?)?\d)/gi,
  // After a serial number of one word: the time of the delivery, and its duration.
  /(?<=\b(?:sn|s\/n) ?[:=]? ?[\w-]{4,40} )(?:(?:pd|pada|tgl|tanggal|on|at|jam|pkl|pukul) (?=\d)|\(?\d{1,4} ?(?:detik|dtk|menit|mnt|sec|s|ms)\b|\(?(?:via|by|lewat|oleh) (?=[a-z])|(?:stts|sts|status) ?[:=]|(?:(?:hb|hj|mdl|modal|hpp|jual|beli|(?:di)?bayar|byr)\.? ?[:=]? ?(?:rp\.? ?)?|rp\.? ?)\d{1,3}(?:[.,]\d{3}){1,3}(?![\w/]))/gi,
  // Contact details, how to repeat the order, and a price between separators.
  /(?<=[.,;|] |\|)(?:(?:cs|wa|tele|telegram|call ?center|hotline|admin)(?: [a-z]{1,10}){0,2}[ :.]{1,3}\+?\d|(?:(?:utk|untuk|mau) )?(?:ulangi?|mengulang|repeat|trx ulang|order lagi|isi lagi|promo|iklan|dapatkan|nikmati|ayo|yuk|gabung|follow|download)\b)|(?<=[;|] ?)tarif ?[:=] ?\d{4,9}(?=[;|]|$)/gi,
  // Any words with a telephone number, unless the words are the label of a part of the code.
  /(?<=[.;|] |\|)(?!(?:pin|kode|code|sn|s\/n|token|voucher|vcr|ref\w{0,6}|no|id|user|username|pass\w{0,5}|serial|key|sender|akun)\b)[a-z]{1,12}(?: [a-z]{1,12}){0,3} ?[:=]? ?(?:\+?62|0)8\d{7,11}(?![\w-])/gi,
  // A time with the '@' of the trade directly after the number: '3321AB@10:33'.
  /@(?=\d\d?[:.]\d\d)|(?<= )@{2,}|(?<!\w)trx ?#/gi,
  // A day between separators, amounts with their label in one word, and the number of the account: '3321AB; 30-11-2026; 10.22', ';SAL489750'.
  /(?<=[;|] ?)(?:\d\d?[/-]\d\d?[/-]\d{2,4}(?= ?[;|]|$)|(?:sal|saldo|sld|hrg|harga)\d{3})|(?<=[.,;|] )(?:kode|id) (?:agen|reseller|member|mitra|outlet)\b/gi,
  // A signature between separators: '0987 ~ HAPPY CELL', '0987 -- HAPPY CELL --'.
  /(?<= )(?:~+|={2,}|-{2,}|#{2,}) ?(?=[a-z]{2})(?![^~=#|;]{0,80}\b(?:pin|kode|code|pass\w{0,5}|exp\w{0,4}|an|a[/.]n|nama|token|vouchers?|vcr|serial|sn|key|ref\w{0,6}|user\w{0,4}|id|no|nomor|redeem)\b)/gi,
  // A time in brackets, and web addresses after the end of a sentence. An address with a path may be what was bought, unless it is that of a receipt.
  /(?<= )[[({<](?=\d\d?[:.]\d\d[\])}>: ])|(?<=[.;|] )(?:@(?=[a-z])|(?:www\.|https?:\/\/)[a-z\d-]{1,40}(?:\.[a-z\d-]{1,40}){1,4}(?:\/?(?=[ ,;|]|\.?(?: |$))|\/(?:struk|nota|invoice|receipt|cetak)\b))/gi,
  // A calculation without any label: '489.850 - 10.150 = 479.700'.
  /(?<= )(?:\d[\d.,]{2,15} ?)?[-+] ?\d[\d.,]{2,15} ?= ?\d/gi,
]

/** The balances in a text, one after the other, recognized by their labels; prices are not included. */
export function* balancesIn(text: string): Iterable<RegExpExecArray> {
  for (const match of matches(amounts, text)) if (match.groups?.balance !== undefined) yield match
}

/** All amounts with their labels, from a position on. */
export const amountsIn = (text: string, from: number): Iterable<RegExpExecArray> => matches(amounts, text, from)

/** A meter token up to tariff and power. Labels in the owner's name are a part of it: '…/SITI SALDO/R1/450/…', '…/SERVIS JAM 24/B1/1300VA/…'. */
const meterToken = /^(?:\d{4}[ -]?){5}\/[^/]{1,60}\/[a-z]{1,2}\d?[a-z]{0,3}\/\d{3,9}(?: ?VA)?\b/i

/** The length of the part of a meter token that holds no data of the seller, whatever it is called. */
export const endOfMeterToken = (text: string, from: number): number => meterToken.exec(text.slice(from, from + 200))?.[0].length ?? 0

/** The position where the seller's own data begins, not before `from`; the end of the text if there is none. */
export function ownWordsFrom(text: string, from: number): number {
  const first = firstOwnWord(text, from)
  const own = isPartOfNumber(text, from, first) ? firstOwnWord(text, first + 5) : first
  return own === text.length ? own : beforeSigns(text, from, own)
}

const firstOwnWord = (text: string, from: number): number =>
  Math.min(...[amounts, ...others].map((pattern) => firstFrom(pattern, text, from)))

/**
 * True if the label is a part of the product's name and the number follows it: 'GOPAY SALDO 50000 REF 776655', 'Kode Saldo Steam 10: ABCD-1234'.
 * There must not be a number before the label.
 */
const isPartOfNumber = (text: string, from: number, first: number): boolean =>
  /^[^\d.,;|]*\p{L}{2}[^\d.,;|]*$/u.test(text.slice(from - 1, first)) && numberBehind.test(text.slice(first, first + 100))

const numberBehind = /^saldo(?: [^ .;|]{1,20}){0,3}? (?:[a-z]{1,12}:?|\d{1,6}:) (?=[a-z\d-]{6})(?=[a-z-]{0,40}\d)/i

/** Excludes punctuation before the seller's data, which belongs to that data: '0987 (Saldo 1.000)'. */
function beforeSigns(text: string, from: number, own: number): number {
  let end = own
  while (end > from && '-/#*([|;,. '.includes(text[end - 1] ?? 'none')) end--
  return end
}

function firstFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

/** Like `matchAll`, without copying the pattern for each text. */
export function* matches(pattern: RegExp, text: string, from = 0): Iterable<RegExpExecArray> {
  for (let at = from; ; ) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match === null) return
    at = pattern.lastIndex
    yield match
  }
}
