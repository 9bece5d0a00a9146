/**
 * Reads what a seller's server answered, in text or JSON.
 *
 * Rules that protect money, in the order in which they are applied:
 * 1. An answer that names another order is `unknown`, whatever else it says.
 * 2. The keyword that comes first in the text decides; a code and words that contradict each other are `unknown`.
 * 3. What nobody can read is `unknown`. Only `failed` and, for an order that never left before, `refused` give the money back.
 */

import { type CompiledPatterns, compilePatterns, namedMax, textMax } from '#outside/suppliers/compile-patterns.ts'
import { daysNamed } from '#outside/suppliers/day.ts'
import { firstFound } from '#outside/suppliers/linear-pattern.ts'
import type { AnswerPatterns, SupplierOutcome } from '#outside/suppliers/supplier.ts'
import { withoutTarget } from '#outside/suppliers/without-target.ts'

/** What the answer has to be about; null where the caller cannot know. */
export interface Expected {
  reference: string | null
  /** What a customer typed. Servers repeat it, so the words in it are nobody's answer. */
  target: string | null
}

type ReadingState = 'success' | 'failed' | 'pending' | 'not-found' | 'refused' | 'unknown'

export interface Reading {
  /** `refused`: the request was turned away, which says nothing about what was ordered by an earlier one. */
  state: ReadingState
  message: string
  serialNumber: string | null
  supplierReference: string | null
  /** Which order it is about, by what it repeats of it; null when it repeats nothing. */
  names: 'reference' | 'target' | null
  /** It speaks of another order, so nothing in it may be used. */
  foreign: boolean
}

/**
 * What the codes of an answer say by themselves. `accepted`: the server is content, its words decide how far it got.
 * `perhaps-failed`: a code that counts as failure only when the words agree.
 */
export type Verdict = 'success' | 'failed' | 'pending' | 'accepted' | 'refused' | 'perhaps-failed' | null

/** The fields of a JSON answer or a report, names in lower case, everything as text. */
export type Fields = ReadonlyMap<string, string>

const messageMax = 500
const serialNumberMax = 200

type Judge = (fields: Fields) => Verdict

export const readAnswer = (body: string, expected: Expected, patterns: Partial<AnswerPatterns>, judge: Judge): Reading =>
  readParsed(jsonFields(body), body, expected, patterns, judge)

/** The same where the JSON of the body has been parsed already: 64 kB of it may take milliseconds, once. */
export function readParsed(
  json: Fields | null,
  body: string,
  expected: Expected,
  patterns: Partial<AnswerPatterns>,
  judge: Judge,
): Reading {
  const fields = json ?? statusLineFields(body)
  if (fields !== null) return readFields(fields, expected, patterns, judge(fields))
  // JSON that was cut off or is a list says nothing that words inside it could prove.
  return looksLikeJson(body) ? unknown(plainText(body)) : readText(body, expected, patterns)
}

export function readText(body: string, expected: Expected, patterns: Partial<AnswerPatterns>): Reading {
  return judged(null, plainText(body), null, expected, compilePatterns(patterns))
}

export function readFields(fields: Fields, expected: Expected, patterns: Partial<AnswerPatterns>, verdict: Verdict): Reading {
  const compiled = compilePatterns(patterns)
  const text = plainText([wordOf(fields.get('status')), messageOf(fields)].filter(Boolean).join(' '))
  const named = firstOf(fields, referenceNames)
  if (named !== null && expected.reference !== null && !sameReference(named, expected.reference)) return { ...unknown(text), foreign: true }
  return judged(verdict, text, readableText(fields.get('sn') ?? ''), expected, compiled, named !== null, fields)
}

function judged(
  verdict: Verdict,
  whole: string,
  givenSerialNumber: string | null,
  expected: Expected,
  patterns: CompiledPatterns,
  identified = false,
  fields: Fields | null = null,
): Reading {
  const text = whole.slice(0, patterns.reach)
  const said = withoutTarget(text, expected.target)
  const named = expected.reference === null ? [] : referencesIn(said, patterns)
  if (!isAbout(text, said, expected, named, identified)) return { ...unknown(text), foreign: true }
  const names = identified || named.length > 0 ? 'reference' : namesTarget(text, expected) ? 'target' : null
  const words = keywordsIn(said, patterns)
  const combined = combine(verdict, words.first)
  // 'GAGAL, IP tidak sesuai' turns a request away; it is a word about the order only where it names it.
  const turnedAway = combined === 'failed' && words.refused && names !== 'reference'
  const state = turnedAway ? 'refused' : combined
  if (state !== 'success') return { ...unknown(text), state, names, supplierReference: supplierReference(text, fields) }
  const serialNumber = givenSerialNumber ?? serialNumberIn(text, patterns)
  // Some servers report a failure as a success whose serial number reads 'Trx gagal'.
  if (serialNumber !== null && firstFound(patterns.failed, serialNumber) !== null) return unknown(text)
  return { ...unknown(text), state, names, serialNumber, supplierReference: supplierReference(text, fields) }
}

function unknown(text: string): Reading {
  return { state: 'unknown', message: clip(text, messageMax), serialNumber: null, supplierReference: null, names: null, foreign: false }
}

/**
 * Turns the answer to an order into its outcome. A seller that knows nothing of what it was just sent is not believed, and a
 * failure that repeats nothing of the order is one of this call.
 */
export function orderOutcome(reading: Reading): SupplierOutcome {
  const { state, message, names } = reading
  if (state === 'refused' || (state === 'failed' && names === null)) return { state: 'refused', message }
  if (state === 'not-found') return { state: 'unknown', message }
  return plainOutcome(state, reading)
}

/**
 * A refusal of the question ('pin salah', 'ip tidak sesuai', 'GAGAL. Server sibuk') says nothing about the order, which may
 * have been delivered.
 * 'No such transaction' is the only answer after which an order may be sent again, so it comes with the days it speaks of:
 * servers look up one day, and right after midnight they deny orders of a minute ago.
 */
export function statusOutcome(reading: Reading): SupplierOutcome {
  const { state, message, names } = reading
  if (state === 'refused' || (state === 'failed' && names === null && uncertain.test(message))) return { state: 'unknown', message }
  if (state === 'not-found') return { state, message, days: daysNamed(message) }
  return plainOutcome(state, reading)
}

function plainOutcome(state: 'success' | 'failed' | 'pending' | 'unknown', reading: Reading): SupplierOutcome {
  const { message, serialNumber, supplierReference } = reading
  if (state === 'success') return { state, serialNumber, message, supplierReference }
  if (state === 'pending') return { state, message, supplierReference }
  return { state, message }
}

// --- whose order, and what happened to it ---

/**
 * Without a reference in the text the number has to fit. 'Sudah pernah … status Sukses' is the answer to a repeated sale
 * and may speak of somebody else's order for the same number, so there only the reference counts.
 */
function isAbout(text: string, said: string, expected: Expected, named: NamedReference[], identified: boolean): boolean {
  const { reference, target } = expected
  if (reference === null) return true
  if (named.length > 0) return namesOnly(named, reference)
  if (identified) return true
  if (/\b(?:sudah|sdh|udah) pernah\b/i.test(said)) return false
  return target === null || !namesOtherTarget(text, target)
}

interface NamedReference {
  reference: string
  /** A bare 'Ref:' inside the serial number, which e-wallets and billers use for numbers of their own. */
  insideSerialNumber: boolean
}

export function referencesIn(text: string, patterns: CompiledPatterns): NamedReference[] {
  const found: NamedReference[] = []
  const serialNumber = firstFound(patterns.serialNumber, text)
  const from = serialNumber?.index ?? text.length
  const to = from + (serialNumber?.text.length ?? 0)
  for (const { index, text: named, picked } of patterns.reference(text)) {
    if (picked !== '') found.push({ reference: picked, insideSerialNumber: index >= from && index < to && /^ref/i.test(named) })
  }
  return found
}

/** Our own reference has to be there before anything else that looks like one is excused. A list of many is nobody's answer. */
function namesOnly(named: NamedReference[], reference: string): boolean {
  if (named.length > namedMax) return false
  const others = named.filter((one) => !sameReference(one.reference, reference))
  return others.length < named.length && others.every((one) => one.insideSerialNumber)
}

function sameReference(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.toLowerCase()
}

/** The last seven digits, since servers write 62812…, 0812… and 812… for the same number; null when it has less. */
function endOf(target: string): string | null {
  const end = target.replace(/\D/g, '').slice(-7)
  return end.length < 7 ? null : end
}

function namesTarget(text: string, { target }: Expected): boolean {
  const end = target === null ? null : endOf(target)
  return target !== null && text.includes(end ?? target)
}

function namesOtherTarget(text: string, target: string): boolean {
  const wanted = endOf(target)
  if (wanted === null) return false
  const beforeSerialNumber = text.split(/\bSN\b/i, 1)[0] ?? ''
  for (const match of beforeSerialNumber.matchAll(
    /(?:\bke|\btujuan|\b(?!rp\.|hrg\.|harga\.|saldo\.|trxid\.|id\.)[a-z][a-z0-9]{0,19}\.) ?:? ?(\d{9,20})\b/gi,
  )) {
    if (!match[1]?.endsWith(wanted)) return true
  }
  return false
}

const keywordStates = [
  ['success', 'success'],
  ['failed', 'failed'],
  ['pending', 'pending'],
  ['notFound', 'not-found'],
  ['refused', 'refused'],
] as const

interface Keywords {
  /** What the keyword that comes first means. */
  first: Exclude<ReadingState, 'unknown'> | null
  /** A refusal is among them, wherever. */
  refused: boolean
}

function keywordsIn(text: string, patterns: CompiledPatterns): Keywords {
  let earliest = Number.POSITIVE_INFINITY
  const words: Keywords = { first: null, refused: false }
  for (const [pattern, means] of keywordStates) {
    const at = firstFound(patterns[pattern], text)?.index
    if (at === undefined) continue
    if (means === 'refused') words.refused = true
    if (at < earliest) {
      earliest = at
      words.first = means
    }
  }
  return words
}

function combine(verdict: Verdict, words: Exclude<ReadingState, 'unknown'> | null): ReadingState {
  if (verdict === null) return words ?? 'unknown'
  if (verdict === 'accepted') return words === null ? 'pending' : words === 'success' || words === 'pending' ? words : 'unknown'
  if (verdict === 'perhaps-failed') return words === 'failed' || words === 'refused' ? 'failed' : 'unknown'
  if (words === null || words === verdict) return verdict
  if (verdict === 'success' && words === 'pending') return 'pending'
  if ((verdict === 'failed' || verdict === 'refused') && (words === 'failed' || words === 'refused')) return 'failed'
  if (verdict === 'failed' && words === 'not-found') return 'failed'
  if (verdict === 'refused' && words === 'not-found') return 'not-found'
  return 'unknown'
}

// --- JSON ---

/** Names under which servers repeat our reference. `clientid` first: beside it, the others may be the server's own. */
export const referenceNames = ['clientid', 'refid', 'reffid', 'ref_id', 'reff_id', 'reffclient', 'idtrx'] as const
const messageNames = ['msg', 'message', 'msgs', 'pesan', 'keterangan', 'text'] as const
const uncertain = /time ?-? ?out|internal|exception|error|coba (?:lagi|beberapa)|sibuk|busy/i

/** `success` of a JSON answer, as every dialect uses it. An excuse ('server sibuk') is no refusal. */
export function successVerdict(fields: Fields): Verdict {
  const success = fields.get('success') ?? fields.get('result')
  if (success === 'true' || success === '1') return 'accepted'
  if (success !== 'false' && success !== '0') return null
  const message = oneLine(messageOf(fields))
  return message === '' || uncertain.test(message) ? null : 'refused'
}

/** Null when the text is no JSON object. Fields of an inner `data` object count as the answer's own. */
export function jsonFields(body: string): Fields | null {
  const parsed = jsonOf(body)
  const value = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed
  if (!isRecord(value)) return null
  const fields = new Map<string, string>()
  addFields(fields, value)
  if (isRecord(value.data)) addFields(fields, value.data)
  return fields
}

function looksLikeJson(body: string): boolean {
  return /^\s*(?:\{|\[\s*[\]{["])/.test(body)
}

function jsonOf(body: string): unknown {
  if (!looksLikeJson(body)) return null
  try {
    // Trimming takes a byte order mark away, which Windows servers send and JSON does not know.
    return JSON.parse(body.trim())
  } catch {
    return null
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function addFields(fields: Map<string, string>, record: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(record).slice(0, 100)) {
    if (typeof value === 'string') fields.set(name.toLowerCase(), clip(value, textMax))
    else if (typeof value === 'number' || typeof value === 'boolean') fields.set(name.toLowerCase(), String(value))
  }
}

/** The other style of OtomaX servers: `status=1&message=…`, where the message may hold anything, also `&`. */
function statusLineFields(body: string): Fields | null {
  const match = /^\s*status=(\d{1,3})&message=([\s\S]*)$/i.exec(clip(body, textMax))
  return match === null
    ? null
    : new Map([
        ['status', match[1] ?? ''],
        ['message', match[2] ?? ''],
      ])
}

export function firstOf(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields.get(name)
    if (value !== undefined && value !== '') return value
  }
  return null
}

export function messageOf(fields: Fields): string {
  return firstOf(fields, messageNames) ?? ''
}

/** A status in words ('Gagal') belongs to the text; a number means something else in every dialect. */
function wordOf(status: string | undefined): string {
  return status === undefined || /^\d*$/.test(status) || status === 'true' || status === 'false' ? '' : `${status}.`
}

// --- pieces of text ---

function serialNumberIn(text: string, patterns: CompiledPatterns): string | null {
  const found = firstFound(patterns.serialNumber, text)
  return found === null ? null : readableText(found.picked)
}

function supplierReference(text: string, fields: Fields | null): string | null {
  const given = fields === null ? null : firstOf(fields, ['serverid', 't', 'tr_id', 'reff', 'trxid'])
  return given === null ? (/\b(?:T#|TrxID ?[=:] ?)([\w-]{1,64})/i.exec(text)?.[1] ?? null) : clip(given, 64)
}

export function balanceIn(text: string, patterns: Partial<AnswerPatterns>): bigint | null {
  const { balance, reach } = compilePatterns(patterns)
  const found = firstFound(balance, plainText(text).slice(0, reach))
  return found === null ? null : parseRupiah(found.picked)
}

/** Serial numbers and names of customers reach screens, receipts and other people's servers: no control or direction characters. */
export function readableText(text: string): string | null {
  const clean = clip(oneLine(text), serialNumberMax)
  return clean === '' || clean === '-' ? null : clean
}

/** What patterns are applied to: one line, at most 4 kB; a web page (proxy, captive portal) counts as nothing at all. */
export function plainText(body: string): string {
  const text = clip(body, textMax)
  return /^\s*<(?:!doctype|html|head|body)/i.test(text) ? '' : oneLine(text)
}

/** White space and control characters become single spaces, so that no pattern has to try each share of a long run. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Cuts between characters, never inside one: PostgreSQL refuses half a character. */
export function clip(text: string, length: number): string {
  return (text.length > length ? text.slice(0, length) : text).toWellFormed()
}

const rupiah = /^(?:rp\.?\s*)?(\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d{1,15})(?:[.,]\d{1,2})?(?:,-|[.,])?$/i

/**
 * Whole rupiah from `489.750`, `1,006,537`, `10250`, `10.250,00` or a JSON number; decimals are cut off (rounded down).
 * Null for anything else, also for negative amounts and for what could be read in two ways (`1234.567`).
 */
export function parseRupiah(value: unknown): bigint | null {
  if (typeof value === 'number') return value >= 0 && value <= Number.MAX_SAFE_INTEGER ? BigInt(Math.floor(value)) : null
  if (typeof value !== 'string' || value.length > 40) return null
  const digits = rupiah.exec(value.trim())?.[1]?.replace(/[.,]/g, '')
  return digits === undefined || digits.length > 15 ? null : BigInt(digits)
}
