/**
 * The serial number or code of a delivery, which the buyer gets: found in its field or after its label, without what servers write around it. A code
 * that is shown with other words is a nuisance, but a part of a code that is missing costs the buyer what was bought, so only what certainly is no
 * part of it is removed.
 */
import { codesAlone, codesOf, explanationsOf, type Fields, messageOf, serialNumbersOf } from '#integrations/suppliers/answer-fields.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { anyOf, type Found } from '#integrations/suppliers/linear-pattern.ts'
import { type Expected, referencesIn, sameReference } from '#integrations/suppliers/order-identity.ts'
import { plainText, readableText } from '#integrations/suppliers/text.ts'
import { endOfMeterToken, namesPartOfCode, ownWordsFrom } from '#integrations/suppliers/trade-labels.ts'

/**
 * Extracts the serial number. It ends before our own reference, which some servers write last; any other reference in it belongs to a biller. A label
 * without a value gives no serial number.
 */
export function serialNumberIn(text: string, expected: Expected, patterns: CompiledPatterns): string | null {
  const { reference } = expected
  for (const { picked } of withCodesAround(text, patterns)) {
    const ours = reference === null ? null : referencesIn(picked, patterns).find((named) => sameReference(named.reference, reference))
    const serialNumber = readSerialNumber(withoutClosing(picked.slice(0, ours?.index ?? picked.length)), expected)
    if (serialNumber !== null) return serialNumber
  }
  return null
}

/** Reads the serial number from its field, without other text that some servers write after it in the same field. */
export function serialNumberOfFields(fields: Fields, expected: Expected): string | null {
  for (const given of serialNumbersOf(fields, expected.productCode ?? null)) {
    const text = withoutLabel(plainText(given))
    const serialNumber = readSerialNumber(withoutAmount(text.slice(0, ownWordsFrom(text, 1 + endOfMeterToken(text, 0))), fields), expected)
    if (serialNumber !== null) return serialNumber
  }
  return null
}

/**
 * Adds the codes that the answer gives in other places, since the buyer needs all of them: in fields of their own, in the message, or after the
 * price in the field of the serial number. Called only after the serial number has been read as a state, which a code must not hide.
 */
export function withFurtherCodes(serialNumber: string, fields: Fields, inText: string | null, { productCode, target }: Expected): string {
  const ofFields = [...codesOf(fields, productCode ?? null), ...serialNumbersOf(fields, productCode ?? null).flatMap(codesIn)]
  const all = [serialNumber]
  for (const code of [...ofFields, ...(inText === null ? [] : codesIn(inText))]) {
    const isNew = !placeholder.test(code) && !isOtherCode.test(code) && all.every((known) => !bare(known).includes(bare(code)))
    if (isNew && bare(code) !== bare(productCode ?? '') && bare(code) !== bare(target ?? '')) all.push(code)
  }
  return all.join(', ')
}

/** What was bought, where neither the usual fields nor the message hold it: in an object of its own, or in a field for words. */
export function codesElsewhere(fields: Fields, expected: Expected, patterns: CompiledPatterns): string | null {
  const found = [...codesOf(fields, expected.productCode ?? null), ...codesAlone(fields)]
  const codes = found.flatMap((code) => (isOtherCode.test(code) ? [] : (readSerialNumber(code, expected) ?? [])))
  if (codes.length > 0) return [...new Set(codes)].join(', ')
  for (const { text } of explanationsOf(fields)) {
    const code = codeLabel.test(text) ? serialNumberIn(text, expected, patterns) : null
    if (code !== null && /\d/.test(code)) return withoutWordsBehind(code, expected)
  }
  return null
}

/** Names of promotions, servers and products in fields for codes: 'DISKON-2026', 'SRV-JKT-01', 'TSEL-5GB-30D'. */
const isOtherCode = /^(?:[a-z]{2,12}-){1,3}(?:20\d\d|\d\d?)$|-\d{1,3}[gm]b(?:-|$)/i

const bare = (code: string): string => code.replace(/[^a-z\d]/gi, '').toLowerCase()

const codesIn = (text: string): string[] => text.slice(0, 1_000).match(codesInGroups) ?? []

/** The serial numbers in a text, best first. Other codes belong to the best one: 'PIN: ABCD-1234-EFGH. SN: 99812733', also after a balance. */
function* withCodesAround(text: string, patterns: CompiledPatterns): Iterable<Found> {
  const [best, ...others] = patterns.serialNumber(text)
  if (best === undefined) return
  const codes = others.flatMap((found) => {
    const code = codeOf(found)
    return code === undefined || bare(best.picked).includes(bare(code)) ? [] : [{ ...found, code }]
  })
  const isBefore = ({ index, text: given }: Found) => index < best.index && index + given.length > best.index
  // A state in place of the number ('SN: TIMEOUT') is not hidden by the code.
  if (/^[a-z-]{0,20}\d/i.test(best.picked)) {
    const before = codes.find(isBefore)
    if (before !== undefined) yield before
    const around = new Set(codes.map(({ code }) => code))
    if (around.size > 0) yield { ...best, picked: [best.picked, ...around].join(', ') }
  }
  yield best
  yield* others
}

/** The code after a label. A label that names a code is enough for any code, other labels only for one in groups. */
function codeOf({ text, picked }: Found): string | undefined {
  const label = text.slice(0, text.length - picked.length)
  return picked.slice(0, 60).match(codeLabel.test(label) ? codeInAnyForm : codesInGroups)?.[0]
}

const codeLabel = /voucher|vcr|redee?m|token|stroom|aktivasi|activation|gift|hrn|\bpin\b/i
const codeInAnyForm = /^(?=[a-z -]{0,30}\d)(?:(?:\d{4}[ -]?){4}\d{4}|[a-z\d]{2,12}(?:-[a-z\d]{2,12}){1,6}|[a-z\d]{8,40})(?![\w-])/i

/** Of three groups or more, since references have two; or the twenty digits of a meter token. */
const codesInGroups = /(?<![\w-])(?=[a-z-]{0,30}\d)(?:[a-z\d]{3,12}(?:-[a-z\d]{3,12}){2,6}|(?:\d{4} ){4}\d{4})(?![\w-])/gi

/** A field may hold the whole sentence: `"sn":"SN: 5123…"`, `"sn":"S10.0812… SUKSES. SN: 5123…. Saldo 1.000"`. */
const withoutLabel = (text: string): string =>
  /\b(?:v?sn|s\/n)\b/i.test(text)
    ? text.replace(/^(?:.{0,100}\b(?:sukses|berhasil|success)\b.{0,10})?\b(?:v?sn|s\/n)(?:\/ref)?(?: ?[:=] ?| )(?=\w*\d)/i, '')
    : text

/**
 * Removes the closing bracket after a serial number that is in brackets together with its label: `(SN: 0987)`. The bracket of '1) ABCD-1234' opens a
 * list.
 */
function withoutClosing(text: string): string {
  const end = text.search(/(?<!(?:^|[ ,;])\d)[)\]]/)
  return end >= 0 && !/[([]/.test(text.slice(0, end)) ? text.slice(0, end) : text
}

/**
 * Removes a balance without a label: '0987|489.850'. In a text with more parts, such as a PLN token, the amount may be one of the parts. Amounts without
 * groups of three digits may be a PIN, so they are removed only if the answer gives the same number as its price or balance: '0987;20125;330120'.
 */
function withoutAmount(text: string, fields: Fields): string {
  const [number = text, ...parts] = text.split(/[|;]/, 4)
  const isOfSeller =
    parts.length > 0 && parts.length < 3 && parts.every((part) => /^ ?\d{3,9}$/.test(part) && amountsOf(fields).has(part.trim()))
  return isOfSeller ? number : text.replace(/^([^|;]{1,100})[|;] ?\d{1,3}(?:[.,]\d{3}){1,4}$/, '$1')
}

/** The prices and balances in an answer, as digits. */
function amountsOf(fields: Fields): ReadonlySet<string> {
  const named = [...fields].flatMap(([name, value]) => (/price|harga|saldo|balance/.test(name) ? [value] : []))
  const labelled = [
    ...plainText(messageOf(fields)).matchAll(/\b(?:hrg|harga|price|saldo|sal|sld|sisa|balance)[ :=]{1,3}(?:rp\.? ?)?(\d[\d.,]{2,15})/gi),
  ]
  return new Set([...named, ...labelled.map(([, amount = '']) => amount)].map((amount) => amount.replace(/\D/g, '')))
}

/** Removes an amount or a time after a meter token, where it is no part of it: '…/110.60KWH/489.850', '…/110.60KWH/RP50000', '…/14:03'. */
const withoutEndOfToken = (text: string): string =>
  text.replace(/(kwh)(?:\/(?:\d{1,3}(?:[.,]\d{3}){1,3}|rp\.? ?\d[\d.,]{0,12}|\d\d:\d\d)){1,3}$/i, '$1')

/** Null if the text contains only a placeholder, as on some servers, or repeats only what we know: reference, target or product code. */
function readSerialNumber(text: string, expected: Expected): string | null {
  const serialNumber = readableText(withoutEndOfToken(withoutRepetition(undecorated(text), expected)))
  return serialNumber === null || placeholder.test(serialNumber) || isKnown(serialNumber, expected) ? null : serialNumber
}

const placeholder = anyOf(
  // No number, in words: 'nihil', 'OK', 'Trx Sukses'.
  /^(?:true|false|n[./]?a|nil|nul|tba|empty|nihil|kosong|(?:no|tanpa) ?sn|(?:tidak|tdk|belum|blm) ada(?: sn)?)$/i,
  /^(?:(?:(?:trx|transaksi|status) )?(?:ok|sukses|berhasil|success(?:ful)?|done|selesai|lunas))$/i,
  // Nothing but zeros or crosses: '00000000', 'XXXX-XXXX'.
  /^(?:0+(?:[ -]0+)*|x{3,}(?:[ -]x+)*)$/i,
  // A time, a day, a price, the balance, the server's own number, a number that a spreadsheet has rounded ('5.1231200998812E+19').
  /^(?:(?:\d\d?[/.-]\d\d?[/.-]\d{4}|\d\d?\/\d\d?\/\d\d|\d{4}[/-]\d\d[/-]\d\d|\d\d?[ -](?:jan|feb|mar|apr|mei|may|jun|jul|agu|ags|aug|sep|okt|oct|nov|des|dec)[a-z]{0,6}[ -]\d{4})(?:[ ,t]{1,2}@?\d\d?[:.]\d\d(?:[:.]\d\d)?z?)?|@?\d\d?:\d\d(?::\d\d)?)$/i,
  /^(?:(?:(?:sisa )?saldo|hrg|harga|rp|idr)[ .:=]{0,3}(?:rp\.? ?)?\d(?=[\d.,]{2})[\d.,]*-?|[1-9]\d{0,2}(?:\.\d{3}){1,3}(?:,\d\d|,-)?|t#\d+|\d[.,]\d{3,}e\+?\d\d?)$/i,
)

const isKnown = (serialNumber: string, { reference, target, productCode }: Expected): boolean =>
  (reference !== null && sameReference(serialNumber, reference)) ||
  serialNumber.toUpperCase() === productCode?.toUpperCase() ||
  (/^\+?\d[\d .-]{8,20}$/.test(serialNumber) && target !== null && bareNumber(serialNumber) === bareNumber(target))

const bareNumber = (number: string): string => number.replace(/[ .-]/g, '').replace(/^(?:\+?62|0)/, '')

/** Removes quotation marks and their like, a link around the code, and signs that a server failed to decode. */
function undecorated(text: string): string {
  if (!/^ ?[^\w ]|\\[rn]|%20/.test(text)) return text
  const [, linked = text] = /^ ?<a [^<>]{0,200}>([^<>]{4,100})<\/a>/i.exec(text) ?? []
  const [, quoted = linked] =
    /^ ?(?:["'`]([^"'`]{3,})["'`]?[ .]?$|\*([\w-]{4,})\*?[ .]?$|#(?=\w)([^#]{4,})$)/.exec(linked)?.filter((part) => part !== undefined) ??
    []
  const broken = quoted.search(/\\[rn]|%20/)
  return broken < 4 ? quoted : quoted.slice(0, broken)
}

/** Ends the text where it repeats the order: our reference after the number, the target after 'ke', or the product's code with the target. */
function withoutRepetition(text: string, { reference, target, productCode }: Expected): string {
  const starts = [
    reference === null ? -1 : placeOfReference(text, reference),
    target === null ? -1 : placeOfTarget(text, target, productCode ?? ''),
  ]
  const from = Math.min(...starts.filter((at) => at >= 0), text.length)
  return from === text.length ? text : text.slice(0, from - endOfLead(text.slice(Math.max(0, from - 30), from)))
}

/** Not at the beginning: a number that begins with our reference may be what was bought. */
function placeOfReference(text: string, reference: string): number {
  const at = text.toLowerCase().indexOf(reference.toLowerCase(), 4)
  return at < 0 || /[\w-]/.test(text[at + reference.length] ?? '') ? -1 : at
}

function placeOfTarget(text: string, target: string, productCode: string): number {
  const at = target === '' ? -1 : text.indexOf(target)
  const before = text.slice(Math.max(0, at - productCode.length - 1), Math.max(0, at)).toUpperCase()
  if (productCode !== '' && [`${productCode}.`, `${productCode} `].includes(before.replace(productCode.toUpperCase(), productCode)))
    return at - productCode.length - 1
  // In a sentence, the target belongs to the sentence: 'kirim pulsa berhasil dilakukan ke 0812…'.
  return at > 0 && at < 60 && /^[\w-]{1,40} (?:ke|utk|untuk|tujuan)[ :]{1,2}$/i.test(text.slice(0, at).trimStart()) ? at : -1
}

/** The length of the label and the signs at the end of the text. */
const endOfLead = (text: string): number =>
  /(?:\b(?:ref\w{0,6}|id|id ?trx|trx ?id|trx|transaksi|order|no|ke|utk|untuk|tujuan)\b|[ .,:;=#|([-]){0,8}$/i.exec(text)?.[0].length ?? 0

// --- Words after the serial number ---

/** A long number in one piece, or a code in groups with hyphens, with everything after it. */
const numberWithTail = /^(?=[a-z-]{0,40}\d)(\d{8,25}|[a-z\d]{3,8}(?:-[a-z\d]{3,8}){1,5})(?![\w/-]|[.:+=][^ ])([\s\S]{1,200})$/i

/**
 * Removes the words after a number, if they certainly do not belong to it: they name no part of a code, hold no further number that could be one,
 * and are not just words in capital letters, which may be a password or an owner's name. Servers write the shop's name, hints, times and their own
 * data there, in too many ways to list them.
 */
export function withoutWordsBehind(serialNumber: string, expected: Expected): string {
  const code = withoutGreeting(serialNumber)
  const [, number = code, tail = ''] = numberWithTail.exec(code) ?? []
  if (tail === '') return code
  const known = [number, expected.reference, expected.target, expected.productCode].reduce<string>(
    (rest, part) => (part ? rest.replaceAll(part, '') : rest),
    tail,
  )
  const rest = noPartOfCode.reduce((left, pattern) => left.replace(pattern, ''), known)
  const isOther = rest.length < tail.length || /\p{Ll}/u.test(rest) || !/[\p{L}\p{N}]/u.test(rest)
  return isOther && !namesPartOfCode.test(rest) && !ofGoods.test(rest) && !/\d/.test(rest.replace(shortNumber, '')) ? number : code
}

/** The seller's own data, which may have labels that otherwise name a part of a code. */
const noPartOfCode: readonly RegExp[] = [
  // How to repeat the order: 'Trx lagi: S10.0812….pin'.
  /\b[a-z\d]{0,12}(?:\.\d{0,20}){1,2}\.pin\b|\b(?:trx|via|h2h)\b/gi,
  // Days and times: '29/11/2026', '29Nov2026 14:03', '20261129140322'.
  /\b\d\d?[:.]\d\d(?:[:.]\d\d)?\b|\b\d\d?[/-](?:\d\d?|[a-z]{3,9})(?:[/-]\d{2,4})?\b|\b\d\d?[a-z]{3}\d{4}\b|\b20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{6}\b/gi,
  // Amounts, telephone numbers and IP addresses.
  /\b\d{1,3}(?:[.,]\d{3}){1,4}(?!\d)|(?:\+?62|\b0)8\d{7,11}\b|\b\d{1,3}(?:\.\d{1,3}){3}\b/gi,
  // The state, in words and as a code, and labels of the order.
  /\b(?:status|stts|rc|kode) ?[:=]? ?(?:\d{1,2}\b|(?:trx |transaksi )?(?:sukses|berhasil|success\w{0,3})\b)|\b(?:trx |transaksi )?(?:sukses|berhasil|success)\b|\[\d\d\]/gi,
  /\b(?:kode|nama|no\.?) ?(?:produk|product|hp|tujuan|telp\w{0,3})\b|\b(?:ref\w{0,6}|id|id ?trx|trx ?id|no(?:mor)?|kode) ?[.:=#]? ?$/gi,
  // What the code is for: 'Gunakan kode ABCD-1234 utk redeem'.
  /^ (?:utk|untuk|to) (?:di ?)?redeem\b/gi,
  // Other fields of an answer of labelled values, in snake case: 'last_balance=489850'.
  /\b[a-z]{2,10}(?:_[a-z]{2,10}){1,3} ?[:= ] ?[\w.-]{1,20}/gi,
  // The seller's account and its deposits, and the line of the product.
  /(?:^ ?|[.;|,] )(?:(?:(?:id|kode) )?(?:agen|member|reseller|mitra)|yth|(?:tiket )?deposit|rek(?:ening)?|tr?f)\b[^.;|]{0,60}/gi,
  /\b(?:produk|product|operator|nominal|customer|pembayaran|nama produk) ?: ?[^.;|]{0,40}/gi,
]
/** Numbers of up to three digits, alone or in a word: 'Modem 3', 'COM3', '5GB'. */
const shortNumber = /\b\d{1,3}\b|\b[a-z]{1,6}\d{1,3}\b|\b\d{1,3}[a-z]{1,6}\b/gi
/** Until when and how long what was bought may be used. */
const ofGoods = /\b(?:masa|aktif|berlaku|valid|kuota|gb|mb|hari)\b/i

/** A number or a code in one word, followed only by words: '77120991. Sehat selalu', '77120991 *** HAPPY CELL ***'. */
const wordsBehind =
  /^(?=[\w-]{4,40}[. ])([a-z-]{0,39}\d[\w-]{0,39})(?:\.? (?:\*{2,}|:{2,}|[|]) ?|[.!] )(\p{L}[\p{L}.']{1,20}(?:[ ,]{1,2}[\p{L}.'!-]{1,20}){0,12})[ .!*:]{0,8}$/iu

/** Thanks, a greeting, a hint or the name of a shop. Any other words may be a part of what was bought: 'QWERT ASDFG', 'gunakan PIN QWERTY'. */
const greeting =
  /\b(?:kasih|terimakasih|trimakasih|makasih|tks|thx|trims|thanks|thank you|sehat|salam|semoga|selamat|berkah|barokah|lancar|jaya|rejeki|rezeki|ditunggu|cell?|cellular|celluler|seluler|selular|ponsel|pulsa|reload|tronik|konter|counter|ketik|gangguan)\b/i

export const hasWordsBehind = (serialNumber: string): boolean => wordsBehind.test(serialNumber)

/** Returns only the code, if the text after it certainly does not belong to it. */
function withoutGreeting(serialNumber: string): string {
  const [, code = serialNumber, words = ''] = wordsBehind.exec(serialNumber) ?? []
  return greeting.test(words) && !namesPartOfCode.test(words) ? code : serialNumber
}
