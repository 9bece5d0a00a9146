/** Reads the answers to questions that buy nothing: what a bill amounts to, how much balance is left, what things cost. */
import {
  balanceIn,
  clip,
  type Expected,
  type Fields,
  firstOf,
  isRecord,
  jsonFields,
  jsonOf,
  oneLine,
  parseRupiah,
  plainText,
  readAnswer,
  readableText,
  type Verdict,
} from '#outside/suppliers/answer.ts'
import type { AnswerPatterns, BalanceOutcome, InquiryOutcome, PriceListRow } from '#outside/suppliers/supplier.ts'

const nameNames = ['nama', 'nama pelanggan', 'customer_name', 'customername', 'tr_name', 'name', 'nama_pelanggan']
const periodNames = ['periode', 'period', 'bulan', 'bln']
const billNames = ['tagihan', 'nominal', 'bill', 'rp tagihan', 'jumlah tagihan', 'nilai_tagihan']
const adminNames = ['admin', 'biaya admin', 'adm', 'admin_fee', 'biaya_admin']
const totalNames = ['total', 'total bayar', 'total tagihan', 'total_bayar', 'price', 'harga']

export function readInquiry(
  body: string,
  expected: Expected,
  patterns: Partial<AnswerPatterns>,
  judge: (fields: Fields) => Verdict,
): InquiryOutcome {
  const reading = readAnswer(body, expected, patterns, judge)
  if (reading.state === 'failed' || reading.state === 'refused' || reading.state === 'not-found')
    return { state: 'failed', message: reading.message }
  // A bill often comes without any keyword, so 'unknown' alone is no obstacle here.
  if (reading.foreign) return { state: 'unknown', message: reading.message }
  const labels = labelsOf(body)
  const admin = amountOf(labels, adminNames)
  const total = amountOf(labels, totalNames)
  const bill = amountOf(labels, billNames) ?? (total === null ? null : total - (admin ?? 0n))
  const customerName = readableText(firstOf(labels, nameNames) ?? '')
  if (bill === null || bill <= 0n || customerName === null) return { state: 'unknown', message: reading.message }
  return {
    state: 'found',
    customerName,
    period: readableText(firstOf(labels, periodNames) ?? '') ?? '',
    bill,
    adminFee: admin ?? 0n,
    supplierReference: reading.supplierReference,
    message: reading.message,
  }
}

function amountOf(labels: Fields, names: readonly string[]): bigint | null {
  const text = firstOf(labels, names)
  // An amount may be followed by more words ('150.000 per lembar').
  const amount = text === null ? null : /^(?:rp\.?\s*)?\d[\d.,]*/i.exec(text)
  return amount === null ? null : parseRupiah(amount[0])
}

function labelsOf(body: string): Fields {
  const fields = jsonFields(body)
  if (fields === null) return labelsIn(plainText(body))
  const inText = labelsIn(oneLine(firstOf(fields, ['msg', 'message', 'desc']) ?? ''))
  return new Map([...inText, ...fields])
}

const label =
  /\b(nama(?: pelanggan)?|periode|bulan|bln|(?:rp|jumlah|total) tagihan|tagihan|nominal|(?:biaya )?admin|adm|total(?: bayar)?|ref(?:\.? ?id)?|sn|saldo|harga|hrg|stand(?: meter)?|tarif|daya|lembar) ?[:=] ?/gi

/** `Nama: BUDI, Periode: 2026-11, Tagihan: 150.000` → each label's text up to the next label, without the separator. */
function labelsIn(text: string): Fields {
  const labels = new Map<string, string>()
  const found = [...text.matchAll(label)]
  for (const [nth, match] of found.entries()) {
    const value = text.slice(match.index + match[0].length, found[nth + 1]?.index ?? text.length)
    const name = (match[1] ?? '').toLowerCase()
    if (!labels.has(name)) labels.set(name, clip(withoutSeparator(value).trim(), 200))
  }
  return labels
}

/** By hand: a pattern that ends at the end of its text is tried anew from each sign of a long run. */
function withoutSeparator(value: string): string {
  let end = value.length
  while (' ,;.|/'.includes(value[end - 1] ?? 'none')) end--
  return value.slice(0, end)
}

export function readBalance(body: string, patterns: Partial<AnswerPatterns>, judge: (fields: Fields) => Verdict): BalanceOutcome {
  const { state, message } = readAnswer(body, { reference: null, target: null }, patterns, judge)
  if (state === 'failed' || state === 'refused' || state === 'not-found') return { state: 'failed', message }
  const fields = jsonFields(body)
  const given = fields === null ? null : firstOf(fields, ['balance', 'saldo', 'deposit'])
  const balance = given === null ? (balanceIn(message, patterns) ?? namedBalance(message)) : parseRupiah(given)
  return balance === null ? { state: 'unknown', message } : { state: 'known', balance, message }
}

/** `SALDO Toko Maju: 489.750`, the customary answer to this question alone; elsewhere the name would be too much freedom. */
function namedBalance(message: string): bigint | null {
  return parseRupiah(/\bsaldo\b[^:=]{0,60}[:=] ?(?:rp\.? ?)?(\d[\d.,]*)/i.exec(message)?.[1])
}

const openWords = new Set(['1', 'true', 'open', 'buka', 'aktif', 'active', 'normal', 'tersedia'])

/** Some ten thousand products. A list is read in one go, and all else in this process waits for that. */
export const priceListBytesMax = 1024 * 1024

/** Null when it is no list at all; rows that make no sense are left out. Two rows of one code: the last one counts. */
export function readPriceList(body: string): PriceListRow[] | null {
  const parsed = jsonOf(body)
  const list = isRecord(parsed) ? parsed.data : parsed
  if (!Array.isArray(list)) return null
  const rows = new Map<string, PriceListRow>()
  for (const item of list) {
    const row = isRecord(item) ? priceRow(item) : null
    if (row !== null) rows.set(row.supplierCode, row)
  }
  return [...rows.values()]
}

function priceRow(item: Record<string, unknown>): PriceListRow | null {
  const code = item.kode ?? item.code ?? item.kodeproduk
  const price = parseRupiah(item.harga ?? item.price)
  const supplierCode = typeof code === 'string' || typeof code === 'number' ? clip(String(code).trim(), 50) : ''
  if (supplierCode === '' || price === null || price <= 0n) return null
  return { supplierCode, price, open: openWords.has(String(item.status ?? '1').toLowerCase()) }
}
