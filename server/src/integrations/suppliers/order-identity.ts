/** Decides which order an answer is about, by our reference or by the number that the buyer entered. */
import { type CompiledPatterns, namedMax } from '#integrations/suppliers/compile-patterns.ts'
import { firstFound } from '#integrations/suppliers/linear-pattern.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'
import { holdsTarget } from '#integrations/suppliers/without-target.ts'

/** The order that the answer must be about; a field is null if the caller does not know it. */
export interface Expected {
  reference: string | null
  /** The buyer's input. Servers repeat it, so keywords in the input are not part of the answer. */
  target: string | null
  /** The product's name; keywords in it are not a state. */
  product?: string | null
  /** The product code of the order. Without it, a field `code` may contain either the product code or what was bought. */
  productCode?: string | null
}

export interface NamedReference {
  reference: string
  index: number
  /** A bare 'Ref:' inside the serial number, which e-wallets and billers use for their own numbers. */
  insideSerialNumber: boolean
}

/**
 * Whether the answer is about the expected order. A target number in the text must be ours, whatever else the text contains. 'Sudah pernah … status
 * Sukses' answers a repeated order and may be about another buyer's order for the same number, so such a text must contain our reference.
 */
export function isAbout(
  text: string,
  textWithoutTarget: string,
  expected: Expected,
  named: readonly NamedReference[],
  identified: boolean,
): boolean {
  const { reference, target } = expected
  if (reference === null) return true
  if ((named.length > 0 && !namesOnly(named, reference)) || repeatsSibling(textWithoutTarget, reference)) return false
  if (target !== null && (namesOtherTarget(text, target) || namesOtherZone(text, target))) return false
  return named.length > 0 || identified || !saysRepeated(textWithoutTarget)
}

export function referencesIn(text: string, patterns: CompiledPatterns): NamedReference[] {
  const found: NamedReference[] = []
  const serialNumber = firstFound(patterns.serialNumber, text)
  const from = serialNumber?.index ?? text.length
  const to = from + (serialNumber?.text.length ?? 0)
  for (const { index, text: named, picked } of patterns.reference(text)) {
    if (picked !== '') found.push({ reference: picked, index, insideSerialNumber: index >= from && index < to && /^ref/i.test(named) })
  }
  return found
}

/**
 * True if the text contains our own reference, and other references only inside the serial number. A text with many references is not an answer to
 * any order.
 */
function namesOnly(named: readonly NamedReference[], reference: string): boolean {
  if (named.length > namedMax) return false
  const others = named.filter((one) => !sameReference(one.reference, reference))
  return others.length < named.length && others.every((one) => one.insideSerialNumber)
}

/** Whether the text contains the reference as a whole, under any label. */
export function repeats(text: string, reference: string): boolean {
  return endsOf(text, reference).some((end) => !/[\w-]/.test(text[end] ?? ''))
}

/** True if the text contains another reference of the platform: the same letters with another number. */
function repeatsSibling(text: string, reference: string): boolean {
  const digits = /\d{1,18}$/.exec(reference)?.[0] ?? ''
  const prefix = reference.slice(0, reference.length - digits.length)
  if (!/[a-z]{2}/i.test(prefix) || digits === '') return false
  const bare = prefix.replace(/[^a-z\d]+$/i, '')
  return endsOf(text, bare).some((end) => {
    const [, sign = '', number] = /^([-_/#]?)(\d{1,18})(?!\d)/.exec(text.slice(end, end + 20)) ?? []
    if (number === undefined || number === digits) return false
    // If our separator is missing, a short number may belong to a product name.
    return bare + sign === prefix || number.length >= digits.length
  })
}

/** True if a value, whatever the name of its field, contains only another reference of the platform. */
export const isSibling = (value: string, reference: string): boolean =>
  value.length <= 100 && /^[\w-]+$/.test(value) && repeatsSibling(value, reference)

/** The end positions of all occurrences that do not begin inside a longer word. */
function endsOf(text: string, part: string): number[] {
  const ends: number[] = []
  const [inText, wanted] = [text.toLowerCase(), part.toLowerCase()]
  for (let at = inText.indexOf(wanted); at >= 0; at = inText.indexOf(wanted, at + 1))
    if (!/[a-z\d]/.test(inText[at - 1] ?? '')) ends.push(at + wanted.length)
  return ends
}

export function sameReference(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.toLowerCase()
}

/**
 * The last seven digits, since servers write 62812…, 0812… and 812… for the same number. Null if there are fewer digits, or if the target is a player
 * on a game server, since sellers' servers repeat only a part of such a target.
 */
export function endOf(target: string): string | null {
  const end = /^[+\d\s-]*$/.test(target) ? target.replace(/\D/g, '').slice(-7) : ''
  return end.length < 7 ? null : end
}

export function namesTarget(text: string, { target }: Expected): boolean {
  if (target === null) return false
  const end = endOf(target)
  if (end !== null) for (const [digits] of text.matchAll(/\d{7,}/g)) if (digits.endsWith(end)) return true
  return holdsTarget(text, target)
}

/**
 * True if a field contains only a number, and the number is not our target. Masked numbers and numbers with an amount or a counter before them are
 * not compared.
 */
export function isOtherTarget(given: string, { target }: Expected): boolean {
  const wanted = target === null ? null : endOf(target)
  return wanted !== null && /^\+?\d{9,20}$/.test(given) && !given.endsWith(wanted)
}

/**
 * True if the text contains another target number. The text after the serial number or the balance is not searched, since it may contain other
 * numbers, such as an operator's sender or a number for complaints.
 */
function namesOtherTarget(text: string, target: string): boolean {
  const wanted = endOf(target)
  if (wanted === null) return false
  const [order = ''] = text.split(behindOrder, 1)
  for (const match of order.matchAll(numberOfOrder)) if (!match[1]?.endsWith(wanted)) return true
  return false
}

/** True if the text contains the player of the target with another server: 'ML86.12345678(2002)' next to a target 12345678(2001). */
function namesOtherZone(text: string, target: string): boolean {
  const [, player = '', zone] = /^(\d{5,12})\D{1,3}(\d{3,6})\D?$/.exec(target.trim()) ?? []
  if (zone === undefined) return false
  const at = text.indexOf(`${player}(`)
  const given = at < 0 ? undefined : /^\((\d{3,6})\)/.exec(text.slice(at + player.length, at + player.length + 8))?.[1]
  return given !== undefined && given !== zone
}

/**
 * True if the text or the fields name our number with the code of another product: 'XL25.0812… SUKSES' next to an order of S10. Asked only if our
 * reference is missing, since the answer may then be about another order for the same number.
 */
export function namesOtherProduct(text: string, fields: ReadonlyMap<string, string> | null, { target, productCode }: Expected): boolean {
  const wanted = target === null ? null : endOf(target)
  if (!productCode || wanted === null) return false
  const code = productCode.toUpperCase()
  const inText = [...text.matchAll(codeWithNumber)].flatMap(({ groups }) => {
    const { dotted, spoken, number = '' } = groups ?? {}
    return number.endsWith(wanted) ? [(dotted ?? spoken ?? '').toUpperCase()] : []
  })
  const inFields = productFields.flatMap((name) => {
    const value = fields?.get(name) ?? ''
    return codeOfProduct.test(value) ? [value.toUpperCase()] : []
  })
  const named = [...inText, ...inFields]
  return named.length > 0 && !named.some((one) => one.includes(code) || code.includes(one))
}

/** A word without a digit before the number may be the state: 'SUKSES. 0812…'. */
const codeWithNumber =
  /(?<![\w.-])(?:(?<dotted>(?=[a-z_-]{0,14}\d)[a-z][\w-]{0,19})\. ?|(?<spoken>[a-z]{1,10}\d{1,6}[a-z]{0,3}) ke )\+?(?<number>\d{8,20})(?!\w)/gi
const productFields = ['product_code', 'productcode', 'kode_produk', 'kodeproduk', 'buyer_sku_code', 'sku_code', 'produk', 'product', 'kp']
const codeOfProduct = /^(?=[a-z_-]{0,14}\d)[a-z][\w-]{1,14}$/i

/**
 * True if the first state in the text is that of another order: of an earlier one ('Trx sebelumnya S10.0812… SUKSES. R#… masuk antrian'), or of the one
 * before ours in a list, whose reference and number come after the state.
 */
export function isOfEarlierOrder(text: string, { reference, target }: Expected, patterns: CompiledPatterns): boolean {
  const states = (['success', 'failed'] as const).flatMap((name) =>
    patterns[name] === tradePatterns[name] ? (firstFound(patterns[name], text)?.index ?? []) : [],
  )
  const at = Math.min(...states)
  if (reference === null || at === Number.POSITIVE_INFINITY) return false
  const before = text.slice(Math.max(0, at - 200), at)
  const clause = before.slice(Math.max(...[...before.matchAll(/[;|!]|[.,](?= |$)/g)].map(({ index }) => index), -1) + 1)
  const ours = reference.toLowerCase()
  if (earlier.test(clause) && !clause.toLowerCase().includes(ours)) return true
  const place = text.toLowerCase().indexOf(ours)
  const digits = target === null ? null : endOf(target)
  if (place < at || digits === null || !text.slice(0, at).includes(digits)) return false
  const [, number] = codeBehindReference.exec(text.slice(place + ours.length, place + ours.length + 70)) ?? []
  return number?.endsWith(digits) ?? false
}

const codeBehindReference = /^[^a-z\d]{1,3}[\w-]{1,30}(?:\.| ke )\+?(\d{7,20})/i
const earlier =
  /\b(?:sebelumnya|sebelum ini|kemarin|tadi (?:pagi|siang|sore|malam)|yesterday|previous(?:ly)?|(?<!\bstatus ?)(?:terakhir|last))\b/i

const behindOrder = /\b(?:SN|saldo) ?[\d:=/]/i
const numberOfOrder =
  /(?:\bke|\btujuan|\b(?!rp\.|hrg\.|harga\.|saldo\.|trxid\.|id\.|wa\.|cs\.)[a-z][a-z0-9]{0,19}\.) ?:? ?["']?(\d{9,20})\b/gi

/** The server has received an order with this reference, or for this number, before. The text may contain the result of that earlier order. */
const repeated =
  /\b(?:trx|transaksi|transaction|order) (?:terakhir|sebelumnya|kemarin|lama)\b|\b(?:last|previous) (?:trx|transaction|order|status)\b|\b(?:riwayat|history|kemarin|tadi (?:pagi|siang|sore|malam))\b|\bsebelumnya (?:gagal|sukses|berhasil)\b|\b(?:sudah|sdh) sukses\b|\b(?:sudah|sdh|udah|telah) (?:pernah|ada|terpakai|di(?:gunakan|pakai))\b|\bdupli[ck]a|\b(?:trx|transaksi|order) (?:double|dobel|ganda|kembar)\b|\b(?:double|dobel) (?:trx|transaksi|order)\b|\balready (?:used|exist|process)/i

export const saysRepeated = (text: string): boolean => repeated.test(text)
