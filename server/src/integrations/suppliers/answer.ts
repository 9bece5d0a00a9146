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
  codeDespiteGoods,
  complaintsOf,
  explanationsOf,
  type Fields,
  fieldsOf,
  firstOf,
  flagsOf,
  furtherStatesOf,
  furtherWordsOf,
  isAnswerToOther,
  isBroken,
  isDeniedByNumber,
  isMessageOfRequest,
  isOfPayment,
  isOfTest,
  isPerhapsDelivered,
  isStateless,
  isStateOfRequest,
  isTakenBack,
  isUnsettledState,
  looksLikeJson,
  messageOf,
  perhapsReferencesOf,
  productNamesOf,
  referenceNames,
  refusalCodeOf,
  statesOf,
  targetOf,
  type Verdict,
} from '#integrations/suppliers/answer-fields.ts'
import { type Cause, causeOf, isUnread, namesGoods, saysConnection } from '#integrations/suppliers/cause.ts'
import { saysUnknown } from '#integrations/suppliers/clauses.ts'
import { type CompiledPatterns, compilePatterns } from '#integrations/suppliers/compile-patterns.ts'
import { daysNamed } from '#integrations/suppliers/day.ts'
import {
  comesLater,
  continuesAfterSuccess,
  hasReservation,
  isDenied,
  isMarkedTaken,
  promisesNumber,
  refusesBehindSuccess,
  saysAsked,
  saysNotWhole,
  saysPaid,
  saysPart,
  saysTried,
  saysUndone,
} from '#integrations/suppliers/doubted-success.ts'
import { hintsDenySuccess, hintsFrom } from '#integrations/suppliers/hints-behind-balance.ts'
import {
  type Expected,
  isAbout,
  isOfEarlierOrder,
  isOtherTarget,
  isSibling,
  namesOtherProduct,
  namesTarget,
  referencesIn,
  repeats,
  sameReference,
  saysRepeated,
} from '#integrations/suppliers/order-identity.ts'
import {
  givesReasonBefore,
  isInName,
  saysFailedSale,
  saysMoreBefore,
  saysOfOther,
  saysOfOtherFailure,
  saysOfOtherNumber,
} from '#integrations/suppliers/other-subject.ts'
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
import { type Interpretation, interpret, interpretStates, type Meaning, saysUnderWay } from '#integrations/suppliers/statement-of-answer.ts'
import type { AnswerPatterns, SupplierOutcome } from '#integrations/suppliers/supplier.ts'
import { clip, plainText, spelledOut } from '#integrations/suppliers/text.ts'
import { tradePatterns } from '#integrations/suppliers/trade-patterns.ts'
import { placeOf, withoutNameOfProduct, withoutProduct } from '#integrations/suppliers/without-product.ts'
import { holdsTarget, withoutTarget } from '#integrations/suppliers/without-target.ts'

type ReadingState = Meaning | 'unknown'

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

/** True if the words in or behind the number deny the success. Some servers report a failure as a success whose serial number is 'Trx gagal'. */
function isDeniedByWords(serialNumber: string, text: string, expected: Expected, patterns: CompiledPatterns): boolean {
  if (isStateInstead(serialNumber, patterns) || takesBackBehindNumber(serialNumber, text)) return true
  const hasWords = withoutWordsBehind(serialNumber, expected) !== serialNumber || hasWordsBehind(serialNumber)
  return hasWords && saysUndone(serialNumber, patterns)
}

/** What the buyer gets: the number without the text behind it, which may make the state doubtful and was read before, and all further codes. */
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

function stateOf(
  { verdict, fields }: AnswerContent,
  text: string,
  expected: Expected,
  patterns: CompiledPatterns,
  serialNumber: string | null,
): { state: ReadingState; cause: Cause } {
  const ofOrder = placeOf(text, expected.target)
  const around = interpret(text, patterns, serialNumber, hintsFrom(text, ofOrder, patterns))
  const words: Interpretation =
    fields !== null && isMessageOfRequest(fields, around.bare) ? { means: null, cause: 'none', bare: false } : around
  const field = fields === null ? null : interpretStates(statesOf(fields), patterns, serialNumber)
  if (fields !== null && words.means === 'success' && isNameOnly(fields, text, patterns)) return { state: 'unknown', cause: 'none' }
  // The query succeeded, so a field that calls the order failed is about the order and not about the query.
  const isOfRequest = fields !== null && isStateOfRequest(fields)
  const isAnswered = verdict === 'accepted' && (field === null ? saysFailedSale(text, words) : field === 'failed' && !isOfRequest)
  // OtomaX gives the failure as a code and only its reason in words: `status=52&message=… Tujuan Salah`.
  const isByCode = verdict === 'perhaps-failed' && words.means === null && words.cause === 'goods' && !isUnread(text)
  const means = isByCode ? 'failed' : merged(field, words.means)
  const state = contradicted(combine(isAnswered ? null : verdict, means), fields, patterns, serialNumber)
  const cause = refinedCause(fields, causeIn(fields, words.cause, isAnswered, isOfRequest && ofOrder < 0), patterns)
  const understood = { verdict, fields, text, ofOrder, words, field, cause, serialNumber, expected, patterns }
  switch (state) {
    case 'success':
      return { state: isDoubtedSuccess(understood) ? 'unknown' : isOnlyAnnounced(understood) ? 'pending' : 'success', cause }
    case 'failed':
    case 'refused':
      if (isDoubtedFailure(understood)) return { state: 'unknown', cause }
      if ((cause === 'none' || cause === 'goods') && field === null && saysOfOtherFailure(text, ofOrder, patterns))
        return { state, cause: 'unclear' }
      if (cause === 'none' && givesReasonBefore(text, expected.reference, ofOrder)) return { state, cause: 'prose' }
      if (cause === 'goods' && saysMoreBefore(text, ofOrder, patterns)) return { state, cause: 'doubt' }
      if (cause === 'reference' || (state === 'refused' && (cause === 'doubt' || cause === 'prose'))) return { state: 'unknown', cause }
      return { state: cause === 'call' ? 'refused' : state, cause }
    default:
      return { state, cause }
  }
}

/** What was understood of an answer that reports a success or a failure. */
interface Understood {
  verdict: Verdict
  fields: Fields | null
  /** The text of the message, without the names of the target and of the product. */
  text: string
  /** The position of the target number in the text. */
  ofOrder: number
  /** The meaning of the message. */
  words: Interpretation
  /** The meaning of the fields for the state. */
  field: Interpretation['means']
  cause: Cause
  serialNumber: string | null
  expected: Expected
  patterns: CompiledPatterns
}

/** True if neither a code nor a field reports the success, but only the message. */
const isByWords = ({ verdict, field }: Understood): boolean => verdict !== 'success' && field !== 'success'

function isDoubtedSuccess(understood: Understood): boolean {
  const { text, ofOrder, serialNumber, expected, patterns } = understood
  return (
    saysAsked(text) ||
    saysTried(text) ||
    saysUndone(text, patterns) ||
    hasReservation(text, patterns) ||
    isDenied(text, patterns) ||
    hintsDenySuccess(text, patterns) ||
    isOfEarlierOrder(text, expected, patterns) ||
    saysOfOtherNumber(text, ofOrder, patterns) ||
    (isByWords(understood) && saysOfOther(text, ofOrder, patterns, serialNumber)) ||
    (serialNumber === null && isDoubtedWithoutNumber(understood))
  )
}

/** True if the words make a success doubtful that has no serial number; beside a number, they may belong to names and hints. */
function isDoubtedWithoutNumber(understood: Understood): boolean {
  const { text, ofOrder, fields, field, words, patterns } = understood
  return (
    refusesBehindSuccess(text, patterns) ||
    (isByWords(understood) && (isInName(text, ofOrder, 'success', patterns) || continuesAfterSuccess(text, patterns))) ||
    (words.means === null && (deniesGoods(text) || (fields !== null && field === null && saysUnknown(text))))
  )
}

/** True if the goods are only announced, or the success may be only the success of the request or of a payment, and there is no serial number. */
function isOnlyAnnounced(understood: Understood): boolean {
  const { verdict, fields, text, words, field, serialNumber, patterns } = understood
  if (serialNumber !== null) return false
  const texts = [text, ...(fields === null ? [] : explanationsOf(fields).map((one) => one.text))]
  // Without a state and a number, a code and 'OK' may be only about the request.
  const isBareOk = field === null && /^ok(?:e|ay)?[.!]?$/i.test(text)
  // The success may be only the success of the request: `{"success":true,"message":"success","data":{…}}`.
  const saysItself = verdict !== 'success' && words.bare
  return (
    texts.some((given) => comesLater(given, patterns)) ||
    isBareOk ||
    isMarkedTaken(text) ||
    promisesNumber(text) ||
    (isByWords(understood) && saysPaid(text)) ||
    (fields !== null && ((field === null && (isStateless(fields) || saysItself)) || isOfPayment(fields)))
  )
}

/** True if the failure may be another order's, or a part of a product's name, or stands beside a serial number. */
function isDoubtedFailure({ verdict, text, ofOrder, field, cause, serialNumber, expected, patterns }: Understood): boolean {
  const isByWordsAlone = field === null && (verdict === null || verdict === 'perhaps-failed')
  return (
    isOfEarlierOrder(text, expected, patterns) ||
    (isByWordsAlone && isInName(text, ofOrder, 'failed', patterns)) ||
    // An order that was not delivered has no serial number. Beside a reason about the goods, a short number may be the server's own.
    (serialNumber !== null && isNumber(serialNumber, expected) && (cause !== 'goods' || isLongNumber.test(serialNumber)))
  )
}

/** True if the success in the message is only a part of the product's name, which another field gives: `"product":"Paket Sukses"`. */
const isNameOnly = (fields: Fields, text: string, patterns: CompiledPatterns): boolean =>
  productNamesOf(fields).some((name) => readWords(text, patterns).means !== readWords(withoutProduct(text, name), patterns).means)

/** The message with the reasons about the goods that other fields give: `"reason":"Nomor tujuan tidak aktif"`, `"sn":"Nomor salah"`. */
function withReason(shown: string, fields: Fields): string {
  const reasons = namesGoods(shown) ? [] : explanationsOf(fields).flatMap(({ text }) => (namesGoods(text) ? [text] : []))
  return clip([shown, ...reasons].join(' '), messageMax)
}

function causeIn(fields: Fields | null, words: Cause, isAnswered: boolean, isOfRequest: boolean): Cause {
  if ((words === 'unclear' || words === 'prose') && isAnswered) return 'goods'
  if (words === 'unclear' && fields !== null) return refusalCodeOf(fields) ?? words
  if (words !== 'none' || fields === null) return words
  // States such as 'Error' describe a failed request, not a failed order.
  const isError = !isAnswered && statesOf(fields).some((state) => /^(?:error|fail|expired)$/i.test(state))
  return refusalCodeOf(fields) ?? (isOfRequest || isError ? 'unclear' : words)
}

/** The reason of the failure may be in a field of its own: `{"status":"Gagal","reason":"IP tidak terdaftar"}`. */
function refinedCause(fields: Fields | null, cause: Cause, patterns: CompiledPatterns): Cause {
  if (fields === null || cause === 'call' || cause === 'reference') return cause
  // The field for the state may continue with the reason: `"status":"GAGAL KIRIM REPORT"`.
  const ofState = statesOf(fields).map((text) => ({ cause: readWords(text, patterns).cause, isReason: true }))
  const given = [
    ...ofState,
    ...explanationsOf(fields).map(({ text, isReason }) => ({
      cause: causeOf(text, 0),
      isReason: isReason && isUnread(text.replace(otherSuccess, ' ')),
    })),
  ]
  for (const graver of ['reference', 'call', 'doubt', 'settled'] as const) if (given.some((one) => one.cause === graver)) return graver
  if (cause !== 'none' && cause !== 'goods') return cause
  const hasOtherReason = given.some((one) => (one.cause === 'unclear' || one.cause === 'prose') && one.isReason)
  if (cause === 'goods' || given.some((one) => one.cause === 'goods'))
    return hasOtherReason ? 'doubt' : (codeDespiteGoods(fields) ?? 'goods')
  return hasOtherReason ? 'unclear' : cause
}

/** Corrects the state if another field contradicts it: a failure next to a success is unknown, and an order in progress is not delivered yet. */
function contradicted(state: ReadingState, fields: Fields | null, patterns: CompiledPatterns, serialNumber: string | null): ReadingState {
  if (fields === null || (state !== 'success' && state !== 'failed')) return state
  const flags = flagsOf(fields)
  if (state === 'failed' && (isAnswerToOther(fields) || isPerhapsDelivered(fields))) return 'unknown'
  if (flags.open || (state === 'success' ? flags.undone || isTakenBack(fields) : flags.arrived || flags.retried)) return 'unknown'
  if (isDeniedByNumber(fields, state, serialNumber) || (state === 'success' && isOfTest(fields))) return 'unknown'
  const further = furtherStatesOf(fields)
  const states = further.map((text) => interpretStates([text], patterns, serialNumber))
  const explanations = explanationsOf(fields)
  if (state === 'success' && explanations.some(({ text, isReason }) => saysNotWhole(text, patterns, isReason) || saysTried(text)))
    return 'unknown'
  if (state === 'success' && serialNumber === null && explanations.some(({ text }) => saysAsked(text))) return 'unknown'
  if (state === 'success' && further.some((text) => isUnsettledState(text) || saysNotWhole(text, patterns))) return 'unknown'
  if (state === 'success' && complaintsOf(fields).some(saysUnknown)) return 'unknown'
  if (state === 'failed' && explanations.some(({ text }) => namesDelivery(text, patterns))) return 'unknown'
  if (state === 'failed' && furtherWordsOf(fields).some(isUnread)) return 'unknown'
  const opposite = state === 'success' ? 'failed' : 'success'
  if (states.includes(opposite) || (state === 'failed' && states.some((meaning) => meaning === 'pending' || meaning === 'contradiction')))
    return 'unknown'
  if (explanations.some(({ text }) => saysUnderWay(text, patterns)) && (state === 'failed' || serialNumber !== null)) return 'unknown'
  const isUnderWay =
    states.includes('pending') || (serialNumber === null && explanations.some(({ text }) => readWords(text, patterns).means === 'pending'))
  return state === 'success' && isUnderWay ? (serialNumber === null ? 'pending' : 'unknown') : state
}

/** True if the text is about the goods even without the phrases that describe a delivery: 'nomor sudah terisi', 'pembayaran tagihan sudah lunas'. */
const deniesGoods = (text: string): boolean =>
  namesGoods(
    text.replace(
      /\b(?:sudah|telah) (?:(?:ter|di) ?)?(?:isi|kirim)\b|\bpembayaran(?: [a-z]{1,12}){0,3} (?:(?:sudah|telah) )?(?:lunas|(?:ter|di)bayar)\b/gi,
      ' ',
    ),
  )

const readWords = (text: string, patterns: CompiledPatterns) => interpret(text, patterns, null)

/** Phrases for the success of a refund or of a query, which is not the success of an order. */
const otherSuccess =
  /\b(?:pengembalian|refund|retur)\b(?:[^.;|]|\.(?=\d)){0,60}|\b(?:berhasil|sukses|success(?:ful(?:ly)?)?) (?:get|fetch|retrieve)\w{0,3}\b|\b(?:get|inquiry|cek|check)(?: (?:data|trx|transaksi|transaction|status|order)){0,2} (?:berhasil|sukses|success(?:ful)?)\b/gi

/** True if the text reports the success of the order, not only of the request: `"supplier_response":"BERHASIL SN 123"` next to a failure. */
function namesDelivery(text: string, patterns: CompiledPatterns): boolean {
  const { means, bare } = readWords(text.replace(otherSuccess, ' '), patterns)
  return (means === 'success' && !bare) || /(?<!\b(?:not|un|tidak|belum)[ -]?)\b(?:approved|delivered|fulfilled|terkirim)\b/i.test(text)
}

/** Combines the field for the order's state with the text of the message. */
function merged(field: Interpretation['means'], words: Interpretation['means']): Interpretation['means'] {
  if (field === null || field === words) return words
  if (words === null) return field
  if (field === 'pending' && words === 'success') return 'pending'
  if (field === 'success' && words === 'pending') return 'pending'
  return field === 'failed' && words === 'refused' ? 'failed' : 'contradiction'
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

function combine(verdict: Verdict, words: Interpretation['means']): ReadingState {
  if (words === 'contradiction') return 'unknown'
  if (verdict === null) return words ?? 'unknown'
  if (verdict === 'accepted') return words === null ? 'pending' : words === 'success' || words === 'pending' ? words : 'unknown'
  if (verdict === 'perhaps-failed') return words === 'failed' || words === 'refused' ? 'failed' : 'unknown'
  if (words === null || words === verdict) return verdict
  if (verdict === 'success' && words === 'pending') return 'pending'
  if (verdict === 'refused' && words === 'failed') return 'failed'
  if (verdict === 'refused' && words === 'not-found') return 'not-found'
  return 'unknown'
}

// --- Pieces of text ---

/** Keywords in web addresses are no state: 'Syarat: https://h2h.example/gagal-refund'. Keeps the length of the text. */
const withoutAddresses = (text: string): string =>
  text.replace(/\b(?:https?:\/\/|www\.)[^\s]{1,500}/gi, (address) => '*'.repeat(address.length))

const isLongNumber = /(?<![\w-])(?=[a-z_-]{0,40}\d)[\w-]{8}|\d(?:\D{0,3}\d){7}/i

/** True if the serial number contains a number and is neither the reference nor the target of the order. */
const isNumber = (serialNumber: string, { reference, target }: Expected): boolean =>
  /\d(?:\D{0,8}\d){3}/.test(serialNumber) &&
  !(reference !== null && repeats(serialNumber, reference)) &&
  !(target !== null && holdsTarget(serialNumber, target))

/**
 * The seller's own transaction number. Some of these fields contain our reference on other servers, so they are used only if another field contains
 * our reference.
 */
function supplierReference(text: string, { fields, byField }: AnswerContent): string | null {
  const names = ['serverid', 't', 'tr_id', ...(byField === 'reference' ? ['reff', 'trxid', 'trx_id'] : [])]
  const given = fields === null ? null : firstOf(fields, names)
  return given === null ? (/\b(?:T#|TrxID ?[=:] ?)([\w-]{1,64})/i.exec(text)?.[1] ?? null) : clip(given, 64)
}
