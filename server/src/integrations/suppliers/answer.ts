/**
 * Reads the answer of a seller's server, in text, JSON or XML.
 *
 * Rules that protect money, in the order in which they are applied:
 * 1. An answer that contains another reference or another target number is `unknown`, whatever else it contains.
 * 2. The first keyword in the text decides. Keywords that contradict each other or a code make the answer `unknown`.
 * 3. An order is delivered or failed only by an answer that repeats its reference or its target number.
 * 4. An unreadable answer is `unknown`. The money is returned only after `failed` or, if the order was never sent before, after `refused`.
 */

import {
  explanationsOf,
  type Fields,
  fieldsOf,
  firstOf,
  isBroken,
  looksLikeJson,
  messageOf,
  perhapsReferencesOf,
  referenceNames,
  statesOf,
  targetOf,
  type Verdict,
} from '#integrations/suppliers/answer-fields.ts'
import { type Cause, namesGoods, saysConnection } from '#integrations/suppliers/cause.ts'
import { type CompiledPatterns, compilePatterns } from '#integrations/suppliers/compile-patterns.ts'
import { daysNamed } from '#integrations/suppliers/day.ts'
import { saysPart, saysUndone } from '#integrations/suppliers/doubted-success.ts'
import {
  type Expected,
  isAbout,
  isOtherTarget,
  isSibling,
  namesOtherProduct,
  namesTarget,
  referencesIn,
  repeats,
  sameReference,
  saysRepeated,
} from '#integrations/suppliers/order-identity.ts'
import { pairFields, statusLineFields } from '#integrations/suppliers/pair-fields.ts'
import {
  codesElsewhere,
  hasWordsBehind,
  serialNumberIn,
  serialNumberOfFields,
  withFurtherCodes,
  withoutWordsBehind,
} from '#integrations/suppliers/serial-number.ts'
import { isStateInstead, takesBackBehindNumber } from '#integrations/suppliers/serial-number-words.ts'
import { stateOf } from '#integrations/suppliers/state-of-order.ts'
import type { ReadingState } from '#integrations/suppliers/statement-of-answer.ts'
import type { AnswerPatterns, SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { clip, plainText, spelledOut } from '#integrations/suppliers/text.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'
import { withoutNameOfProduct } from '#integrations/suppliers/without-product.ts'
import { withoutTarget } from '#integrations/suppliers/without-target.ts'

export interface Reading {
  /** `refused`: this request was refused. An earlier request for the same order may still have bought something. */
  state: ReadingState
  message: string
  serialNumber: string | null
  supplierReference: string | null
  /** Which part of the order the answer repeats; null if it repeats neither the reference nor the target. */
  names: 'reference' | 'target' | null
  /** The answer is about another order, so nothing in it may be used. */
  foreign: boolean
  /** The server had this order before, so the answer may be about an earlier order. */
  repeated: boolean
  /** True if the state is unknown and the answer says that only a part was delivered. */
  partial: boolean
  /** The reason of a failure or a refusal. */
  cause: Cause
}

const messageMax = 500

type Judge = (fields: Fields) => Verdict

export const readAnswer = (body: string, expected: Expected, patterns: Partial<AnswerPatterns>, judge: Judge): Reading =>
  readParsed(fieldsOf(body, expected.reference), body, expected, patterns, judge)

/** Like `readAnswer`, for a body that has already been parsed: parsing 64 kB of JSON may take milliseconds, so it is done only once. */
export function readParsed(
  parsed: Fields | null,
  body: string,
  expected: Expected,
  patterns: Partial<AnswerPatterns>,
  judge: Judge,
): Reading {
  const fields = parsed ?? pairFields(body, expected.target) ?? statusLineFields(body)
  if (fields !== null) return readFields(fields, expected, patterns, judge(fields))
  return isBroken(body) ? unknown(plainText(body)) : readText(body, expected, patterns)
}

export function readText(body: string, expected: Expected, patterns: Partial<AnswerPatterns>): Reading {
  const text = plainText(body)
  return withPart(judged({ text, shown: text, verdict: null, fields: null, byField: null }, expected, compilePatterns(patterns)), null)
}

export function readFields(fields: Fields, expected: Expected, patterns: Partial<AnswerPatterns>, verdict: Verdict): Reading {
  const text = plainText(messageOf(fields))
  // An object in the message that was cut off.
  if (looksLikeJson(text)) return unknown(text)
  const shown = plainText([...statesOf(fields).map((state) => `${state}.`), messageOf(fields)].join(' '))
  const target = targetOf(fields) ?? ''
  const whose = whoseFields(fields, expected)
  if (whose === 'foreign' || isOtherTarget(target, expected)) return { ...unknown(shown), foreign: true }
  const byField = whose === 'ours' ? 'reference' : namesTarget(target, expected) ? 'target' : null
  const reading = withPart(judged({ text, shown, verdict, fields, byField }, expected, compilePatterns(patterns)), fields)
  const isNobodys = whose === 'perhaps foreign' && reading.names !== 'reference' && reading.state !== 'pending'
  return isNobodys ? { ...unknown(shown), foreign: true } : reading
}

function withPart(reading: Reading, fields: Fields | null): Reading {
  if (reading.state !== 'unknown' || reading.foreign) return reading
  const explanations = fields === null ? [] : explanationsOf(fields).map(({ text }) => text)
  return [reading.message, ...explanations].some(saysPart) ? { ...reading, partial: true } : reading
}

function whoseFields(fields: Fields, { reference }: Expected): 'ours' | 'foreign' | 'perhaps foreign' | null {
  if (reference === null) return null
  const given = (names: readonly string[]) => names.map((name) => fields.get(name) ?? '').filter((value) => value !== '')
  if ([...fields.values()].some((value) => isSibling(value, reference))) return 'foreign'
  const certain = given(referenceNames)
  const perhaps = perhapsReferencesOf(fields)
  if ([...certain, ...perhaps].some((value) => sameReference(value, reference))) return 'ours'
  return certain.length > 0 ? 'foreign' : perhaps.length > 0 ? 'perhaps foreign' : null
}

interface AnswerContent {
  /** The text of the message, without the state field. */
  text: string
  shown: string
  verdict: Verdict
  fields: Fields | null
  byField: Reading['names']
}

function judged(content: AnswerContent, expected: Expected, patterns: CompiledPatterns): Reading {
  const { fields, byField } = content
  const text = content.text.slice(0, patterns.reach)
  const shown = content.shown.slice(0, patterns.reach)
  const textWithoutTarget = withoutTarget(text, expected.target)
  const named = expected.reference === null ? [] : referencesIn(textWithoutTarget, patterns)
  const isNamed = expected.reference !== null && (named.length > 0 || repeats(textWithoutTarget, expected.reference))
  if (!isAbout(text, textWithoutTarget, expected, named, byField === 'reference' || isNamed)) return { ...unknown(shown), foreign: true }
  const names = isNamed ? 'reference' : (byField ?? (namesTarget(text, expected) ? 'target' : null))
  const ofField = fields && serialNumberOfFields(fields, expected)
  const inText = serialNumberIn(text, expected, patterns)
  const serialNumber = ofField ?? inText
  const readable = withoutAddresses(textWithoutTarget)
  const inFull = patterns.success === tradePatterns.success ? spelledOut(readable) : readable
  const { state, cause } = stateOf(content, withoutNameOfProduct(inFull, expected, patterns), expected, patterns, serialNumber)
  const reading = {
    ...unknown(shown),
    state,
    names,
    cause,
    repeated: saysRepeated(inFull),
    supplierReference: supplierReference(text, content),
  }
  if (names === 'target' && namesOtherProduct(text, fields, expected)) {
    if (state === 'success') return unknown(shown)
    if (cause === 'none' || cause === 'goods') return { ...reading, cause: 'unclear' }
  }
  // The reason may be in a field of its own, and buyers read it.
  if (state === 'failed' && fields !== null) return { ...reading, message: withReason(shown, fields) }
  if (state !== 'success') return reading
  if (serialNumber !== null && isDeniedByWords(serialNumber, text, expected, patterns)) return unknown(shown)
  return { ...reading, serialNumber: soldNumber(ofField, inText, fields, expected, patterns) }
}

/** True if the words in or after the number deny the success. Some servers report a failure as a success whose serial number is 'Trx gagal'. */
function isDeniedByWords(serialNumber: string, text: string, expected: Expected, patterns: CompiledPatterns): boolean {
  if (isStateInstead(serialNumber, patterns) || takesBackBehindNumber(serialNumber, text)) return true
  const hasWords = withoutWordsBehind(serialNumber, expected) !== serialNumber || hasWordsBehind(serialNumber)
  return hasWords && saysUndone(serialNumber, patterns)
}

/** What the buyer gets: the number without the text after it, which may make the state uncertain and was read before, and all further codes. */
function soldNumber(
  ofField: string | null,
  inText: string | null,
  fields: Fields | null,
  expected: Expected,
  patterns: CompiledPatterns,
): string | null {
  const serialNumber = ofField ?? inText
  const code = serialNumber && withoutWordsBehind(serialNumber, expected)
  if (fields === null) return code
  return code === null ? codesElsewhere(fields, expected, patterns) : withFurtherCodes(code, fields, ofField && inText, expected)
}

/** The message with the reasons about the goods that other fields give: `"reason":"Nomor tujuan tidak aktif"`, `"sn":"Nomor salah"`. */
function withReason(shown: string, fields: Fields): string {
  const reasons = namesGoods(shown) ? [] : explanationsOf(fields).flatMap(({ text }) => (namesGoods(text) ? [text] : []))
  return clip([shown, ...reasons].join(' '), messageMax)
}

function unknown(text: string): Reading {
  const nothing = {
    serialNumber: null,
    supplierReference: null,
    names: null,
    foreign: false,
    repeated: false,
    partial: false,
    cause: 'unclear',
  } as const
  return { state: 'unknown', message: clip(text, messageMax), ...nothing }
}

/**
 * Converts the answer to an order into the outcome of the order. 'Not found' directly after sending is not trusted. A failure that repeats neither
 * reference nor target is about this call. If the server had the order before, it may be another buyer's, so a status query decides. A failure for an
 * unknown reason may also be about this call only.
 */
export function orderOutcome(reading: Reading): SupplierOutcome {
  const { state, message, names, repeated, cause } = reading
  if (state === 'failed' && (cause === 'doubt' || cause === 'prose')) return { state: 'unknown', message }
  if (state === 'refused' || (state === 'failed' && names === null))
    return { state: 'refused', message, ...(names === null && saysConnection(message) && { connection: true }) }
  if (state === 'not-found' || (repeated && state !== 'pending')) return unknownOutcome(reading)
  if (state === 'failed') return { state, message, ...(isUnclear(cause) && { ofCall: true }) }
  return plainOutcome(state, reading)
}

/**
 * Converts the answer to a status query. A refusal of the query ('pin salah', 'ip tidak sesuai', 'GAGAL. Server sibuk') is not about the order, which
 * may have been delivered. The same applies to a failure for an unknown reason.
 * 'No such transaction' is the only answer after which an order may be sent again. It is returned with the days that it mentions: servers search only
 * one day, and right after midnight they report an order of a minute ago as missing.
 */
export function statusOutcome(reading: Reading): SupplierOutcome {
  const { state, message, cause } = reading
  if (state === 'refused' || (state === 'failed' && isUnclear(cause))) return { state: 'unknown', message }
  if (state === 'not-found') return { state, message, days: daysNamed(message) }
  return plainOutcome(state, reading)
}

/** True if the reason is unknown or does not exclude a delivery. */
const isUnclear = (cause: Cause): boolean => cause === 'unclear' || cause === 'doubt' || cause === 'settled' || cause === 'prose'

function plainOutcome(state: 'success' | 'failed' | 'pending' | 'unknown', reading: Reading): SupplierOutcome {
  const { message, names, serialNumber, supplierReference } = reading
  if ((state === 'success' || state === 'failed') && names === null) return { state: 'unknown', message }
  if (state === 'success') return { state, serialNumber, message, supplierReference }
  if (state === 'pending') return { state, message, supplierReference }
  return state === 'unknown' ? unknownOutcome(reading) : { state, message }
}

export const unknownOutcome = ({ message, partial }: Pick<Reading, 'message' | 'partial'>) => ({
  state: 'unknown' as const,
  message,
  ...(partial && { partial }),
})

/** Keywords in web addresses are no state: 'Syarat: https://h2h.example/gagal-refund'. Keeps the length of the text. */
const withoutAddresses = (text: string): string =>
  text.replace(/\b(?:https?:\/\/|www\.)[^\s]{1,500}/gi, (address) => '*'.repeat(address.length))

/**
 * The seller's own transaction number. Some of these fields contain our reference on other servers, so they are used only if another field contains
 * our reference.
 */
function supplierReference(text: string, { fields, byField }: AnswerContent): string | null {
  const names = ['serverid', 't', 'tr_id', ...(byField === 'reference' ? ['reff', 'trxid', 'trx_id'] : [])]
  const given = fields === null ? null : firstOf(fields, names)
  return given === null ? (/\b(?:T#|TrxID ?[=:] ?)([\w-]{1,64})/i.exec(text)?.[1] ?? null) : clip(given, 64)
}
