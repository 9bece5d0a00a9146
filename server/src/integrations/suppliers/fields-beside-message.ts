/** What the fields next to the message say of the state and of the cause: they may contradict the state, or give the reason of a failure. */
import {
  codeDespiteGoods,
  complaintsOf,
  explanationsOf,
  type Fields,
  flagsOf,
  furtherStatesOf,
  furtherWordsOf,
  isAnswerToOther,
  isDeniedByNumber,
  isOfTest,
  isPerhapsDelivered,
  isTakenBack,
  isUnsettledState,
  refusalCodeOf,
  statesOf,
} from '#integrations/suppliers/answer-fields.ts'
import { type Cause, causeOf, isUnread } from '#integrations/suppliers/cause.ts'
import { saysUnknown } from '#integrations/suppliers/clauses.ts'
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { saysAsked, saysNotWhole, saysTried } from '#integrations/suppliers/doubted-success.ts'
import { interpret, interpretStates, type ReadingState, saysUnderWay } from '#integrations/suppliers/statement-of-answer.ts'

/** Corrects the state if another field contradicts it: a failure next to a success is unknown, and an order in progress is not delivered yet. */
export function contradicted(
  state: ReadingState,
  fields: Fields | null,
  patterns: CompiledPatterns,
  serialNumber: string | null,
): ReadingState {
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

/** True if the text reports the success of the order, not only of the request: `"supplier_response":"BERHASIL SN 123"` next to a failure. */
function namesDelivery(text: string, patterns: CompiledPatterns): boolean {
  const { means, bare } = readWords(text.replace(otherSuccess, ' '), patterns)
  return (means === 'success' && !bare) || /(?<!\b(?:not|un|tidak|belum)[ -]?)\b(?:approved|delivered|fulfilled|terkirim)\b/i.test(text)
}

export function causeIn(fields: Fields | null, words: Cause, isAnswered: boolean, isOfRequest: boolean): Cause {
  if ((words === 'unclear' || words === 'prose') && isAnswered) return 'goods'
  if (words === 'unclear' && fields !== null) return refusalCodeOf(fields) ?? words
  if (words !== 'none' || fields === null) return words
  // States such as 'Error' describe a failed request, not a failed order.
  const isError = !isAnswered && statesOf(fields).some((state) => /^(?:error|fail|expired)$/i.test(state))
  return refusalCodeOf(fields) ?? (isOfRequest || isError ? 'unclear' : words)
}

/** The reason of the failure may be in a field of its own: `{"status":"Gagal","reason":"IP tidak terdaftar"}`. */
export function refinedCause(fields: Fields | null, cause: Cause, patterns: CompiledPatterns): Cause {
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

/** Phrases for the success of a refund or of a query, which is not the success of an order. */
const otherSuccess =
  /\b(?:pengembalian|refund|retur)\b(?:[^.;|]|\.(?=\d)){0,60}|\b(?:berhasil|sukses|success(?:ful(?:ly)?)?) (?:get|fetch|retrieve)\w{0,3}\b|\b(?:get|inquiry|cek|check)(?: (?:data|trx|transaksi|transaction|status|order)){0,2} (?:berhasil|sukses|success(?:ful)?)\b/gi

export const readWords = (text: string, patterns: CompiledPatterns) => interpret(text, patterns, null)
