/**
 * Reads what a seller's server answered, in text, JSON or XML.
 *
 * Rules that protect money, in the order in which they are applied:
 * 1. An answer that names another order or another number is `unknown`, whatever else it says.
 * 2. The keyword that comes first in the text decides; words, or a code and words, that contradict each other are `unknown`.
 * 3. An order is delivered or failed only by an answer that repeats its reference or its number.
 * 4. What nobody can read is `unknown`. Only `failed` and, for an order that never left before, `refused` give the money back.
 */

import {
  type Fields,
  fieldsOf,
  firstOf,
  isBroken,
  messageOf,
  referenceNames,
  serialNumberOf,
  statusLineFields,
  targetOf,
  type Verdict,
  wordOf,
} from '#outside/suppliers/answer-fields.ts'
import { type CompiledPatterns, compilePatterns } from '#outside/suppliers/compile-patterns.ts'
import { daysNamed } from '#outside/suppliers/day.ts'
import { firstFound } from '#outside/suppliers/linear-pattern.ts'
import { parseRupiah } from '#outside/suppliers/rupiah.ts'
import type { AnswerPatterns, SupplierOutcome } from '#outside/suppliers/supplier.ts'
import { clip, plainText, readableText } from '#outside/suppliers/text.ts'
import { type Meaning, type Said, saysAsked, saysRepeated, saysRepeatedOnly, whatWasSaid } from '#outside/suppliers/what-was-said.ts'
import { type Expected, isAbout, isOtherTarget, namesTarget, referencesIn, sameReference } from '#outside/suppliers/whose-order.ts'
import { withoutTarget } from '#outside/suppliers/without-target.ts'

type ReadingState = Meaning | 'unknown'

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
  /** It says that the server had this before, so it may be about an earlier order. */
  repeated: boolean
}

const messageMax = 500

type Judge = (fields: Fields) => Verdict

export const readAnswer = (body: string, expected: Expected, patterns: Partial<AnswerPatterns>, judge: Judge): Reading =>
  readParsed(fieldsOf(body), body, expected, patterns, judge)

/** The same where the body has been parsed already: 64 kB of JSON may take milliseconds, once. */
export function readParsed(
  parsed: Fields | null,
  body: string,
  expected: Expected,
  patterns: Partial<AnswerPatterns>,
  judge: Judge,
): Reading {
  const fields = parsed ?? statusLineFields(body)
  if (fields !== null) return readFields(fields, expected, patterns, judge(fields))
  return isBroken(body) ? unknown(plainText(body)) : readText(body, expected, patterns)
}

export function readText(body: string, expected: Expected, patterns: Partial<AnswerPatterns>): Reading {
  return judged(null, plainText(body), expected, compilePatterns(patterns))
}

export function readFields(fields: Fields, expected: Expected, patterns: Partial<AnswerPatterns>, verdict: Verdict): Reading {
  const compiled = compilePatterns(patterns)
  const text = plainText([wordOf(fields.get('status')), messageOf(fields)].filter(Boolean).join(' '))
  const named = firstOf(fields, referenceNames)
  const foreign = named !== null && expected.reference !== null && !sameReference(named, expected.reference)
  const target = targetOf(fields) ?? ''
  if (foreign || isOtherTarget(target, expected)) return { ...unknown(text), foreign: true }
  const names = named !== null ? 'reference' : namesTarget(target, expected) ? 'target' : null
  return judged(verdict, text, expected, compiled, names, fields)
}

function judged(
  verdict: Verdict,
  whole: string,
  expected: Expected,
  patterns: CompiledPatterns,
  byField: Reading['names'] = null,
  fields: Fields | null = null,
): Reading {
  const text = whole.slice(0, patterns.reach)
  const said = withoutTarget(text, expected.target)
  const named = expected.reference === null ? [] : referencesIn(said, patterns)
  if (!isAbout(text, said, expected, named, byField === 'reference')) return { ...unknown(text), foreign: true }
  const names = named.length > 0 ? 'reference' : (byField ?? (namesTarget(text, expected) ? 'target' : null))
  const serialNumber = (fields && readableText(serialNumberOf(fields))) ?? serialNumberIn(text, expected, patterns)
  const state = stateOf(verdict, said, whatWasSaid(said, patterns, serialNumber), names)
  const reading = { ...unknown(text), state, names, repeated: saysRepeated(said), supplierReference: supplierReference(text, fields) }
  if (state !== 'success') return reading
  // Some servers report a failure as a success whose serial number reads 'Trx gagal'.
  if (serialNumber !== null && firstFound(patterns.failed, serialNumber) !== null) return unknown(text)
  return { ...reading, serialNumber }
}

function stateOf(verdict: Verdict, said: string, { means, refused }: Said, names: Reading['names']): ReadingState {
  const state = combine(verdict, means)
  if (state === 'success' && saysAsked(said)) return 'unknown'
  if ((state === 'failed' || state === 'refused') && saysRepeatedOnly(said)) return 'unknown'
  // 'GAGAL, IP tidak sesuai' turns a request away; it is a word about the order only where it names it.
  return state === 'failed' && refused && names !== 'reference' ? 'refused' : state
}

function unknown(text: string): Reading {
  const nothing = { serialNumber: null, supplierReference: null, names: null, foreign: false, repeated: false }
  return { state: 'unknown', message: clip(text, messageMax), ...nothing }
}

/**
 * Turns the answer to an order into its outcome. A seller that knows nothing of what it was just sent is not believed, a failure
 * that repeats nothing of the order is one of this call, and what the server had before may have been somebody else's: the
 * question for the state will tell.
 */
export function orderOutcome(reading: Reading): SupplierOutcome {
  const { state, message, names, repeated } = reading
  if (state === 'refused' || (state === 'failed' && names === null)) return { state: 'refused', message }
  if (state === 'not-found' || (repeated && state !== 'pending')) return { state: 'unknown', message }
  return plainOutcome(state, reading)
}

/**
 * A refusal of the question ('pin salah', 'ip tidak sesuai', 'GAGAL. Server sibuk') says nothing about the order, which may
 * have been delivered.
 * 'No such transaction' is the only answer after which an order may be sent again, so it comes with the days it speaks of:
 * servers look up one day, and right after midnight they deny orders of a minute ago.
 */
export function statusOutcome(reading: Reading): SupplierOutcome {
  const { state, message } = reading
  if (state === 'refused') return { state: 'unknown', message }
  if (state === 'not-found') return { state, message, days: daysNamed(message) }
  return plainOutcome(state, reading)
}

function plainOutcome(state: 'success' | 'failed' | 'pending' | 'unknown', reading: Reading): SupplierOutcome {
  const { message, names, serialNumber, supplierReference } = reading
  if ((state === 'success' || state === 'failed') && names === null) return { state: 'unknown', message }
  if (state === 'success') return { state, serialNumber, message, supplierReference }
  if (state === 'pending') return { state, message, supplierReference }
  return { state, message }
}

function combine(verdict: Verdict, words: Said['means']): ReadingState {
  if (words === 'contradiction') return 'unknown'
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

// --- pieces of text ---

/** Up to our own reference, which some servers say last; another one in it is a biller's. */
function serialNumberIn(text: string, { reference }: Expected, patterns: CompiledPatterns): string | null {
  const picked = firstFound(patterns.serialNumber, text)?.picked ?? ''
  const ours = reference === null ? null : referencesIn(picked, patterns).find((named) => sameReference(named.reference, reference))
  return readableText(picked.slice(0, ours?.index ?? picked.length))
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
