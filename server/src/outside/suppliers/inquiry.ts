/** Reads the answers to questions that buy nothing: what a bill amounts to, whose number it is, how much balance is left. */
import {
  balanceIn,
  clip,
  type Expected,
  type Fields,
  firstOf,
  jsonFields,
  oneLine,
  parseRupiah,
  plainText,
  readableText,
  readParsed,
  type Verdict,
} from '#outside/suppliers/answer.ts'
import type { AnswerPatterns, BalanceOutcome, CustomerOutcome, InquiryOutcome } from '#outside/suppliers/supplier.ts'

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
  const fields = jsonFields(body)
  const reading = readParsed(fields, body, expected, patterns, judge)
  if (reading.state === 'failed' || reading.state === 'refused' || reading.state === 'not-found')
    return { state: 'failed', message: reading.message }
  // A bill often comes without any keyword, so 'unknown' alone is no obstacle here.
  if (reading.foreign) return { state: 'unknown', message: reading.message }
  const labels = labelsOf(fields, body)
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

export function readCustomer(
  body: string,
  expected: Expected,
  patterns: Partial<AnswerPatterns>,
  judge: (fields: Fields) => Verdict,
): CustomerOutcome {
  const fields = jsonFields(body)
  const { state, foreign, serialNumber, message } = readParsed(fields, body, expected, patterns, judge)
  if (state === 'failed' || state === 'refused' || state === 'not-found') return { state: 'failed', message }
  const name = foreign ? null : nameOf(firstOf(labelsOf(fields, body), nameNames) ?? nameInSerial(serialNumber))
  return name === null ? { state: 'unknown', message } : { state: 'found', customerName: name, message }
}

/** `BUDI SANTOSO/R1/1300VA`, with the customer's number before it or not. */
const nameInSerial = (serialNumber: string | null) => serialNumber?.split('/').find((part) => /\p{L}{3}/u.test(part)) ?? ''

/** It is shown to the buyer, so it must read like a name: nothing to click, to call or to be lured by. Some servers star letters out. */
function nameOf(text: string): string | null {
  const name = readableText(text)?.trim() ?? ''
  return /^[\p{L}\p{M}\d .,'’*()/&-]{2,60}$/u.test(name) && /\p{L}/u.test(name) && !/\d{5}|www\.|\.(?:com|id|net)\b/i.test(name)
    ? name
    : null
}

function amountOf(labels: Fields, names: readonly string[]): bigint | null {
  const text = firstOf(labels, names)
  // An amount may be followed by more words ('150.000 per lembar').
  const amount = text === null ? null : /^(?:rp\.?\s*)?\d[\d.,]*/i.exec(text)
  return amount === null ? null : parseRupiah(amount[0])
}

function labelsOf(fields: Fields | null, body: string): Fields {
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
  const fields = jsonFields(body)
  const { state, message } = readParsed(fields, body, { reference: null, target: null }, patterns, judge)
  if (state === 'failed' || state === 'refused' || state === 'not-found') return { state: 'failed', message }
  const given = fields === null ? null : firstOf(fields, ['balance', 'saldo', 'deposit'])
  const balance = given === null ? (balanceIn(message, patterns) ?? namedBalance(message)) : parseRupiah(given)
  return balance === null ? { state: 'unknown', message } : { state: 'known', balance, message }
}

/** `SALDO Toko Maju: 489.750`, the customary answer to this question alone; elsewhere the name would be too much freedom. */
function namedBalance(message: string): bigint | null {
  return parseRupiah(/\bsaldo\b[^:=]{0,60}[:=] ?(?:rp\.? ?)?(\d[\d.,]*)/i.exec(message)?.[1])
}
