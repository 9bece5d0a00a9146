import type { SupplierKind } from '@lapak/contract/catalogue/seller-api'
/**
 * Reads reports (callbacks) of sellers' servers, in all protocols and with the field names of related systems.
 *
 * The raw query is parsed without a library: servers send serial numbers and messages unencoded, with spaces, dots, `%` and `&` in them. A value
 * therefore extends to the next known parameter of a report. The caller has already verified by the secret path that the seller sent the report, but
 * the texts inside may come from a buyer (the target).
 */
import { type Reading, readFields, unknownOutcome } from '#integrations/suppliers/answer.ts'
import {
  type Fields,
  fieldsOf,
  firstOf,
  mayExplain,
  messageNames,
  messageOf,
  perhapsReferenceNames,
  recordsOf,
  referenceNames,
  serialNumberNames,
  stateNames,
  successVerdict,
  targetNames,
  type Verdict,
} from '#integrations/suppliers/answer-fields.ts'
import { compilePatterns, textMax } from '#integrations/suppliers/compile-patterns.ts'
import { irsVerdict } from '#integrations/suppliers/irs/irs.ts'
import { type Expected, referencesIn } from '#integrations/suppliers/order-identity.ts'
import { otomaxVerdict } from '#integrations/suppliers/otomax/otomax.ts'
import type { AnswerPatterns, SupplierReport } from '#integrations/suppliers/supplier.ts'
import { clip, oneLine } from '#integrations/suppliers/text.ts'

const reportMax = 8_192
/** Only these parameters contain unencoded signs. After the value of any other parameter, an unknown parameter may follow. */
const freeTexts = new Set<string>([...serialNumberNames, ...messageNames])
const knownNames = new Set<string>([
  ...referenceNames,
  ...perhapsReferenceNames,
  ...targetNames,
  ...freeTexts,
  ...stateNames,
  'serverid',
  'statuscode',
  'success',
  'rc',
  'kp',
  'produk',
  'product',
  'kodeproduk',
  'price',
  'harga',
  'saldo',
  't',
  'tr_id',
  'time',
  'waktu',
  'qty',
])
const parameter = /(?:^|[?&])([a-z_]{1,30}\d?)=/gi
/**
 * Fields that decide about money. If a field occurs twice with different values, one of the values was injected, so the report does not decide
 * anything.
 */
const decisive = new Set<string>([...referenceNames, ...stateNames, 'statuscode', 'success', 'rc'])
const listMax = 50

/** Some servers post a list of reports; each item is a report of its own. */
export function reportsOf(body: string): string[] {
  const records = recordsOf(body)
  return records.length > 1 ? records.slice(0, listMax).map((record) => JSON.stringify(record)) : [body]
}

/** Called twice: first to learn which order the report is about, then with the target and the product of that order. */
export function parseReport(
  kind: SupplierKind,
  rawQuery: string,
  body: string,
  patterns: Partial<AnswerPatterns>,
  target: string | null = null,
  product: string | null = null,
): SupplierReport | null {
  const report = collect(rawQuery, body)
  const reference = referenceOf(report.fields, patterns)
  if (reference === null || reference.length > 100 || referenceNames.some((name) => report.disputed.has(name))) return null
  const expected: Expected = { reference, target, product }
  const reading = readFields(report.fields, expected, patterns, report.disputed.size > 0 ? null : verdicts[kind](report.fields))
  return { reference, outcome: outcomeOf(report.disputed.size > 0 ? { ...reading, state: 'unknown' } : reading) }
}

/**
 * Converts the reading of a report into its outcome. A report contains the reference of an order, but a refusal in it ('saldo tidak cukup', 'trx
 * kembar') is about one call for that order. 'No such order' does not decide anything. An unknown reason may refuse a repeated call or a question.
 */
function outcomeOf(reading: Reading): SupplierReport['outcome'] {
  const { state, cause, message, serialNumber, supplierReference } = reading
  if (state === 'success') return { state, serialNumber, message, supplierReference }
  if (state === 'pending') return { state, message, supplierReference }
  if (state !== 'failed' || doubtful.has(cause)) return unknownOutcome(reading)
  return { state, message, ...(cause === 'unclear' && { ofCall: true }) }
}

/** A sentence that nobody here knows may mean anything, in a report as well. */
const doubtful: ReadonlySet<Reading['cause']> = new Set(['doubt', 'settled', 'prose'])

const verdicts: Record<SupplierKind, (fields: Fields) => Verdict> = {
  irs: (fields) => statusCodeVerdict(fields) ?? irsVerdict(fields),
  otomax: (fields) => statusCodeVerdict(fields) ?? otomaxVerdict(fields),
  'http-get': (fields) => statusCodeVerdict(fields) ?? successVerdict(fields),
}

/** `statuscode` has the same meaning wherever it occurs: 1 success, 2 failed. */
function statusCodeVerdict(fields: Fields): Verdict {
  const code = fields.get('statuscode')?.trim()
  return code === '1' ? 'success' : code === '2' ? 'failed' : null
}

/**
 * The reference in a report. Some names are used by other servers for the seller's own number; a value under such a name must have the form of our
 * references, with letters and digits.
 */
const referenceOf = (fields: Fields, patterns: Partial<AnswerPatterns>): string | null =>
  firstOf(fields, referenceNames) ??
  referenceInText(fields, patterns) ??
  perhapsReferenceNames.map((name) => fields.get(name) ?? '').find((value) => /[a-z]/i.test(value) && /\d/.test(value)) ??
  null

function referenceInText(fields: Fields, patterns: Partial<AnswerPatterns>): string | null {
  const compiled = compilePatterns(patterns)
  const named = referencesIn(oneLine(clip(messageOf(fields), textMax)).slice(0, compiled.reach), compiled)
  return named.length === 1 ? (named[0]?.reference ?? null) : null
}

interface Collected {
  fields: Map<string, string>
  disputed: Set<string>
}

function collect(rawQuery: string, body: string): Collected {
  const report: Collected = { fields: new Map(), disputed: new Set() }
  addParameters(report, rawQuery)
  const posted = fieldsOf(body)
  if (posted === null) addParameters(report, body)
  else for (const [name, value] of posted) addField(report, name, value)
  return report
}

function addParameters(report: Collected, raw: string): void {
  const text = clip(raw, reportMax).replace(bracketed, '$1$2=')
  const found = [...text.matchAll(parameter)].filter(([sign = '', name = '']) => isKnown(name.toLowerCase(), sign))
  for (const [nth, match] of found.entries()) {
    const name = (match[1] ?? '').toLowerCase()
    const value = text.slice(match.index + match[0].length, found[nth + 1]?.index ?? text.length)
    addField(report, name, decoded(isFreeText(name) ? withoutUnknown(name, value) : (value.split('&', 1)[0] ?? '')))
  }
}

/** `data[ref_id]=…&data[status]=…`: a form of one object. */
const bracketed = /(^|[?&])[a-z_]{1,20}(?:\[|%5b)([a-z_]{1,30}\d?)(?:\]|%5d)=/gi

const isKnown = (name: string, sign: string): boolean => knownNames.has(name) || (sign.startsWith('&') && mayExplain(name))
const isFreeText = (name: string): boolean => freeTexts.has(name) || mayExplain(name)

/** Removes an unknown parameter after a serial number (`&balance=489850`), which does not belong to it, unless the value is a URL. */
const withoutUnknown = (name: string, value: string): string =>
  messageNames.includes(name) || /^https?(?::|%3a)/i.test(value) ? value : value.slice(0, endOf(value))

function endOf(value: string): number {
  const unknown = value.search(/&[a-z_]{2,20}=/i)
  return unknown < 0 ? value.length : unknown
}

/** If a field occurs twice, the last value is used, as on the servers to which these reports are usually sent. */
function addField(report: Collected, name: string, value: string): void {
  const before = report.fields.get(name)
  if (before !== undefined && before !== value && decisive.has(name)) report.disputed.add(name)
  report.fields.set(name, value)
}

/** A plus is a space only in a value without spaces; `%` that does not decode to a character stays unchanged. */
function decoded(value: string): string {
  const spaced = value.includes(' ') ? value : value.replaceAll('+', ' ')
  return spaced.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })
}
