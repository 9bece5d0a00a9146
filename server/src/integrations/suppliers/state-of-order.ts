/**
 * The state of an order, from all that an answer says: its code, its fields for the state, the words of its message, and what makes them uncertain.
 */
import {
  explanationsOf,
  type Fields,
  isMessageOfRequest,
  isOfPayment,
  isStateless,
  isStateOfRequest,
  productNamesOf,
  statesOf,
  type Verdict,
} from '#integrations/suppliers/answer-fields.ts'
import { type Cause, isUnread, namesGoods } from '#integrations/suppliers/cause.ts'
import { saysUnknown } from '#integrations/suppliers/clauses.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import {
  comesLater,
  continuesAfterSuccess,
  hasReservation,
  isDenied,
  isMarkedTaken,
  promisesNumber,
  refusesBehindSuccess,
  saysAsked,
  saysPaid,
  saysTried,
  saysUndone,
} from '#integrations/suppliers/doubted-success.ts'
import { causeIn, contradicted, readWords, refinedCause } from '#integrations/suppliers/fields-beside-message.ts'
import { hintsDenySuccess, hintsFrom } from '#integrations/suppliers/hints-behind-balance.ts'
import { type Expected, isOfEarlierOrder, repeats } from '#integrations/suppliers/order-identity.ts'
import {
  givesReasonBefore,
  isInName,
  saysFailedSale,
  saysMoreBefore,
  saysOfOther,
  saysOfOtherFailure,
  saysOfOtherNumber,
} from '#integrations/suppliers/other-subject.ts'
import { type Interpretation, interpret, interpretStates, type ReadingState } from '#integrations/suppliers/statement-of-answer.ts'
import { placeOf, withoutProduct } from '#integrations/suppliers/without-product.ts'
import { holdsTarget } from '#integrations/suppliers/without-target.ts'

export function stateOf(
  { verdict, fields }: Pick<Understood, 'verdict' | 'fields'>,
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

/** True if the words make a success without a serial number uncertain. With a number, they may belong to names and hints. */
function isDoubtedWithoutNumber(understood: Understood): boolean {
  const { text, ofOrder, fields, field, words, patterns } = understood
  return (
    refusesBehindSuccess(text, patterns) ||
    (isByWords(understood) && (isInName(text, ofOrder, 'success', patterns) || continuesAfterSuccess(text, patterns))) ||
    (words.means === null && (deniesGoods(text) || (fields !== null && field === null && saysUnknown(text))))
  )
}

/** True if the text is about the goods even without the phrases that describe a delivery: 'nomor sudah terisi', 'pembayaran tagihan sudah lunas'. */
const deniesGoods = (text: string): boolean =>
  namesGoods(
    text.replace(
      /\b(?:sudah|telah) (?:(?:ter|di) ?)?(?:isi|kirim)\b|\bpembayaran(?: [a-z]{1,12}){0,3} (?:(?:sudah|telah) )?(?:lunas|(?:ter|di)bayar)\b/gi,
      ' ',
    ),
  )

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

/** True if the failure may be another order's, or a part of a product's name, or stands next to a serial number. */
function isDoubtedFailure({ verdict, text, ofOrder, field, cause, serialNumber, expected, patterns }: Understood): boolean {
  const isByWordsAlone = field === null && (verdict === null || verdict === 'perhaps-failed')
  return (
    isOfEarlierOrder(text, expected, patterns) ||
    (isByWordsAlone && isInName(text, ofOrder, 'failed', patterns)) ||
    // An order that was not delivered has no serial number. Next to a reason about the goods, a short number may be the server's own.
    (serialNumber !== null && isNumber(serialNumber, expected) && (cause !== 'goods' || isLongNumber.test(serialNumber)))
  )
}

const isLongNumber = /(?<![\w-])(?=[a-z_-]{0,40}\d)[\w-]{8}|\d(?:\D{0,3}\d){7}/i

/** True if the serial number contains a number and is neither the reference nor the target of the order. */
const isNumber = (serialNumber: string, { reference, target }: Expected): boolean =>
  /\d(?:\D{0,8}\d){3}/.test(serialNumber) &&
  !(reference !== null && repeats(serialNumber, reference)) &&
  !(target !== null && holdsTarget(serialNumber, target))

/** True if the success in the message is only a part of the product's name, which another field gives: `"product":"Paket Sukses"`. */
const isNameOnly = (fields: Fields, text: string, patterns: CompiledPatterns): boolean =>
  productNamesOf(fields).some((name) => readWords(text, patterns).means !== readWords(withoutProduct(text, name), patterns).means)

/** Combines the field for the order's state with the text of the message. */
function merged(field: Interpretation['means'], words: Interpretation['means']): Interpretation['means'] {
  if (field === null || field === words) return words
  if (words === null) return field
  if (field === 'pending' && words === 'success') return 'pending'
  if (field === 'success' && words === 'pending') return 'pending'
  return field === 'failed' && words === 'refused' ? 'failed' : 'contradiction'
}

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
