/** Reads the answers to queries that buy nothing: the amount of a bill, the owner of a number, the balance. */
import { readParsed } from '#integrations/suppliers/answer.ts'
import { type Fields, fieldsOf, firstOf, type Verdict } from '#integrations/suppliers/answer-fields.ts'
import { compilePatterns } from '#integrations/suppliers/compile-patterns.ts'
import { anyOf, firstFound } from '#integrations/suppliers/linear-pattern.ts'
import type { Expected } from '#integrations/suppliers/order-identity.ts'
import { parseRupiah } from '#integrations/suppliers/rupiah.ts'
import type { AnswerPatterns, BalanceOutcome, CustomerOutcome, InquiryOutcome } from '#integrations/suppliers/supplier.ts'
import { clip, oneLine, plainText, readableText } from '#integrations/suppliers/text.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'

const nameNames = [
  'nama',
  'nama pelanggan',
  'a/n',
  'atas nama',
  'customer_name',
  'customername',
  'tr_name',
  'name',
  'nama_pelanggan',
  'customer',
]
const periodNames = ['periode', 'period', 'bulan', 'bln', 'blth', 'month_year']
const billNames = ['tagihan', 'rp tagihan', 'jumlah tagihan', 'rp tag', 'data tag', 'nominal', 'bill', 'nilai_tagihan']
/** What is added to the bill. Each list holds the names of one addition. */
const additionNames = [
  ['denda', 'denda keterlambatan', 'rp denda', 'biaya keterlambatan', 'fine', 'penalty', 'sanksi', 'late_fee'],
  ['materai', 'meterai', 'stamp_duty'],
  ['tunggakan', 'arrears'],
  ['ppn', 'vat', 'tax', 'pajak'],
  ['ppj', 'retribusi', 'angsuran', 'biaya lain', 'biaya_lain', 'biaya layanan'],
]
const adminNames = ['admin', 'biaya admin', 'adm', 'admin_fee', 'biaya_admin']
const totalNames = ['total', 'total bayar', 'total tagihan', 'total tag', 'total_bayar', 'total_tagihan', 'total_bill']

export function readInquiry(
  body: string,
  expected: Expected,
  patterns: Partial<AnswerPatterns>,
  judge: (fields: Fields) => Verdict,
): InquiryOutcome {
  const fields = fieldsOf(body)
  const reading = readParsed(fields, body, expected, patterns, judge)
  if (reading.state === 'failed' || reading.state === 'refused' || reading.state === 'not-found')
    return { state: 'failed', message: reading.message }
  // A bill often comes without any keyword for a state, so the state `unknown` is accepted here.
  if (reading.foreign) return { state: 'unknown', message: reading.message }
  const labels = labelsOf(fields, body)
  const admin = amountOf(labels, adminNames) ?? 0n
  const bill = billOf(labels, admin, body)
  const customerName = nameOf(firstOf(labels, nameNames) ?? '')
  if (bill === null || bill <= 0n || customerName === null) return { state: 'unknown', message: reading.message }
  return {
    state: 'found',
    customerName,
    period: readableText(firstOf(labels, periodNames) ?? '') ?? '',
    bill,
    adminFee: admin,
    supplierReference: reading.supplierReference,
    message: reading.message,
  }
}

/**
 * The amount of the bill; null if the amounts in the answer do not agree. A bill is paid as it was shown, and if two amounts differ, neither is
 * certain.
 */
function billOf(labels: Fields, admin: bigint, body: string): bigint | null {
  const bill = amountOf(labels, billNames)
  const total = amountOf(labels, totalNames)
  const additions = additionNames.reduce((sum, names) => sum + (amountOf(labels, names) ?? 0n), 0n)
  // Without a total, nobody knows whether the bill includes the additions.
  if (total === null) return additions > 0n || fineInside.test(body) ? null : bill
  if (bill === null) return total - admin
  if (total === bill || total === bill + admin) return bill
  return total === bill + additions + admin ? total - admin : null
}

/** A fine inside a field that is not read: `"desc":{"detail":[{"denda":"5000"}]}`. */
const fineInside = /"(?:denda|fine|penalty|sanksi|ppn)"\s{0,3}:\s{0,3}"?0{0,9}[1-9]/i

export function readCustomer(
  body: string,
  expected: Expected,
  patterns: Partial<AnswerPatterns>,
  judge: (fields: Fields) => Verdict,
): CustomerOutcome {
  const fields = fieldsOf(body)
  const { state, foreign, serialNumber, message } = readParsed(fields, body, expected, patterns, judge)
  if (state === 'failed' || state === 'refused' || state === 'not-found') return { state: 'failed', message }
  const name = foreign ? null : nameOf(firstOf(labelsOf(fields, body), nameNames) ?? nameInSerial(serialNumber))
  return name === null ? { state: 'unknown', message } : { state: 'found', customerName: name, message }
}

/** The customer's name in a serial number: `BUDI SANTOSO/R1/1300VA`, with or without the customer's number before it. */
const nameInSerial = (serialNumber: string | null) =>
  serialNumber?.split('/').find((part) => /^\s?\p{L}/u.test(part) && /\p{L}{3}/u.test(part) && !/\bkwh\b/i.test(part)) ?? ''

/**
 * The name is shown to the buyer, so it must have the form of a name: no links, telephone numbers or advertisements. Some servers mask letters with
 * stars.
 */
function nameOf(text: string): string | null {
  const name = readableText(text)?.trim() ?? ''
  return /^[\p{L}\p{M}\d .,'’*()/&-]{2,60}$/u.test(name) && /\p{L}/u.test(name) && !/\d{5}|www\.|\.(?:com|id|net)\b/i.test(name)
    ? noName.test(name)
      ? null
      : name
    : null
}

/** An error, a state or a placeholder in place of a name: 'TIDAK DITEMUKAN', 'Nomor salah', 'N/A', 'Timeout', 'PELANGGAN PLN'. */
const noName = anyOf(
  /\b(?:tidak|tdk|tak|bukan|belum|blm|not|no data|salah|invalid|error|gagal|failed|time ?-?out|null|undefined|unknown|kosong|gangguan|maintenance|ditemukan|terdaftar|silakan|silahkan|mohon|coba lagi)\b/i,
  /^(?:(?:trx |transaksi )?(?:sukses|success|berhasil|pending|proses)|n\/?a|none|nil|nihil|no ?name|tanpa nama|name|nama|data|test(?:ing)?|dummy|sandbox|demo|customer|pelanggan|nasabah|user)(?: (?:pln|pdam|bpjs|name|user|customer|data|pelanggan|\d{1,4}))?$/i,
)

function amountOf(labels: Fields, names: readonly string[]): bigint | null {
  const text = firstOf(labels, names)
  // More text may follow an amount ('150.000 per lembar').
  const amount = text === null ? null : /^(?:rp\.?\s*)?\d[\d.,]*/i.exec(text)
  return amount === null || text === null || isOtherQuantity.test(text.slice(amount[0].length)) ? null : parseRupiah(amount[0])
}

/** What follows a number that is no amount, or not the whole amount: '2 BLN', '150.000+150.000', '1,5 juta', '150.000 (blm termasuk denda)'. */
const isOtherQuantity =
  /^ ?(?:lembar|lbr|bln|bulan|periode|rekening|item|unit|pcs|x|rb|ribu|k|jt|juta|jan|feb|mar|apr|mei|may|jun|jul|agu|aug|sep|okt|oct|nov|des|dec)\b|^ ?\+|^[/:]\d|^ ?\([^)]{0,40}\b(?:blm|belum|tidak|tdk|non)\b/i

function labelsOf(fields: Fields | null, body: string): Fields {
  if (fields === null) return labelsIn(plainText(body))
  const inText = labelsIn(oneLine(firstOf(fields, ['msg', 'message', 'desc']) ?? ''))
  return new Map([...inText, ...fields])
}

const label =
  /\b(nama(?: pelanggan)?|atas nama|a\/n|periode|bulan|bln|blth|(?:rp|jumlah|total) tagihan|(?:rp|data|total) tag|tagihan|nominal|rp denda|denda(?: keterlambatan)?|biaya (?:keterlambatan|lain|layanan)|sanksi|materai|meterai|tunggakan|ppn|ppj|pajak|retribusi|angsuran|tagihan \d|(?:biaya )?admin|adm|total(?: bayar)?|ref(?:\.? ?id)?|sn|saldo|harga|hrg|st(?:an)?d?(?: meter| mtr)|tarif(?:\/daya)?|td|daya|kwh|lembar|alamat|bank|waktu(?: trx)?) ?[:=] ?/gi

/** Labels in sentences: 'ke 5300… nama BUDI SANTOSO untuk 1 periode 202611 … tarif R1 daya 1300'. */
const spoken = /\b(nama|a\/n|atas nama|periode) (?=[\p{L}\d])/giu
const afterSpoken = /[,;:=]| (?:untuk|periode|nomor|no|sn|tarif|daya|tagihan|alamat|hrg|harga)\b/gi

/** `Nama: BUDI, Periode: 2026-11, Tagihan: 150.000` → the text of each label up to the next label, without the separator. */
function labelsIn(text: string): Fields {
  const labels = new Map<string, string>()
  const add = (name: string, value: string) => {
    const key = name.toLowerCase()
    if (!labels.has(key)) labels.set(key, clip(withoutSeparator(value).trim(), 200))
  }
  const found = [...text.matchAll(label)]
  for (const [nth, match] of found.entries())
    add(match[1] ?? '', text.slice(match.index + match[0].length, found[nth + 1]?.index ?? text.length))
  for (const match of text.matchAll(spoken)) {
    // Only the first occurrence of each label is used, so that a text that consists of labels is not searched again from each label.
    if (labels.has((match[1] ?? '').toLowerCase())) continue
    afterSpoken.lastIndex = match.index + match[0].length
    add(match[1] ?? '', text.slice(match.index + match[0].length, afterSpoken.exec(text)?.index ?? text.length))
  }
  return labels
}

/** A loop instead of a pattern: a pattern that is anchored at the end is tried again from each character of a long run. */
function withoutSeparator(value: string): string {
  let end = value.length
  while (' ,;.|/'.includes(value[end - 1] ?? 'none')) end--
  return value.slice(0, end)
}

export function readBalance(body: string, patterns: Partial<AnswerPatterns>, judge: (fields: Fields) => Verdict): BalanceOutcome {
  const fields = fieldsOf(body)
  const { state, message } = readParsed(fields, body, { reference: null, target: null }, patterns, judge)
  if (state === 'failed' || state === 'refused' || state === 'not-found') return { state: 'failed', message }
  const given = fields === null ? null : firstOf(fields, ['balance', 'saldo', 'deposit'])
  const balance = given === null ? balanceIn(message, patterns) : parseRupiah(given)
  return balance === null ? { state: 'unknown', message } : { state: 'known', balance, message }
}

interface NamedBalance {
  label: string
  amount: bigint
}

function balanceIn(text: string, patterns: Partial<AnswerPatterns>): bigint | null {
  const { balance, reach } = compilePatterns(patterns)
  const message = text.slice(0, reach)
  if (balance !== tradePatterns.balance)
    return parseRupiah(firstFound(balance, message)?.picked ?? null) ?? currentOf(balancesOfShop(message))
  const labelled = [...balance(message)].flatMap(({ index, text: found, picked }) =>
    namedBalance(found, picked, message.slice(index + found.length, index + found.length + 80)),
  )
  return currentOf(labelled.length > 0 ? labelled : balancesOfShop(message))
}

/**
 * Of several balances, the current one counts; a deposit or a stock is not preferred to a balance. Null if the answer does not tell which one it is.
 */
function currentOf(balances: readonly NamedBalance[]): bigint | null {
  const ranks = [
    balances.filter(({ label }) => current.test(label)),
    balances.filter(({ label }) => !/\b(?:stok|stock|depo)/i.test(label)),
    balances,
  ]
  const amounts = new Set(ranks.find((named) => named.length > 0)?.map(({ amount }) => amount))
  const [only = null] = amounts
  return amounts.size === 1 ? only : null
}

const current =
  /^(?!(?:total )?depo).*\b(?:akhir|sesudah|setelah|tersisa|sekarang|skrg|skr|saat ini|now|current|end|ending|sisa|remaining)\b/i

function namedBalance(label: string, given: string, behind: string): NamedBalance[] {
  // A calculation: 'Saldo 600.000 - 10.250 - 100.000 = 489.750'.
  const [, result] = /^ ?[-+] ?\d[\d.,]{0,20}(?: ?[-+] ?\d[\d.,]{0,20}){0,4} ?= ?(\d[\d.,]{0,20})/.exec(behind) ?? []
  const isNegative = behind.startsWith('-') && !given.endsWith(',') && result === undefined
  const amount = isNegative || /^0\d/.test(given) || isOtherQuantity.test(behind) ? null : parseRupiah(result ?? given)
  return amount === null ? [] : [{ label, amount }]
}

/**
 * The balances after the name of a shop: `SALDO Toko Maju: 489.750`, a usual answer to a balance query. This form is read only in answers to balance
 * queries, since almost any text could be the name. The time of day ('10:33') is not a balance.
 */
function balancesOfShop(message: string): NamedBalance[] {
  return [...message.matchAll(ofShop)].flatMap(({ index, 0: found, 1: given = '' }) =>
    namedBalance(found, given, message.slice(index + found.length, index + found.length + 80)),
  )
}

const ofShop = /\bsaldo\b[^:=]{0,60}(?:(?<!\d)[:=]|[:=] ) ?(?:rp\.? ?)?(\d[\d.,]*)/gi
