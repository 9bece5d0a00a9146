/** One question to a seller's server and its answer, as the trail of attempts keeps it. Shared by the three dialects. */
import type { Outgoing, OutgoingResult } from '#http/outgoing.ts'
import { textMax } from '#integrations/suppliers/compile-patterns.ts'
import { hidden, redact } from '#integrations/suppliers/redact.ts'
import type { BalanceOutcome, CustomerOutcome, InquiryOutcome, SupplierAccess, SupplierExchange } from '#integrations/suppliers/supplier.ts'
import { clip } from '#integrations/suppliers/text.ts'

/** An address with its secrets, and the same address as it may be shown and stored. */
export interface Address {
  url: string
  shown: string
  /** Signatures in it. Whoever sees one can try passwords at it. */
  signs?: readonly string[]
}

/** No answer worth reading. `unsent` is certain, `unknown` is everything else. */
export type Trouble = { state: 'unsent'; message: string } | { state: 'unknown'; message: string }

export async function ask<Outcome extends { message: string }>(
  outgoing: Outgoing,
  access: SupplierAccess,
  address: Address,
  read: (body: string) => Outcome,
): Promise<SupplierExchange<Outcome | Trouble>> {
  const result = await outgoing.request({ method: 'GET', url: address.url, timeoutMs: access.timeoutMs })
  const outcome = outcomeOf(result, read)
  const clean = (text: string) => redact(text, [access.pin, access.password, ...(address.signs ?? [])], access.typed)
  return {
    outcome: { ...outcome, message: clean(outcome.message), ...(repeatsSecret(outcome, access) && { serialNumber: null }) },
    request: clip(`GET ${clean(address.shown.replace(/\/\/[^/?#@]*@/, `//${hidden}@`))}`, textMax),
    answer: clip(clean(shownAnswer(result)), textMax),
    tookMs: result.tookMs,
  }
}

/** Some servers repeat what they were asked with, under the names of codes. Buyers read the serial number. */
const repeatsSecret = (outcome: object, { pin, password }: SupplierAccess): boolean =>
  'serialNumber' in outcome && [pin, password].some((secret) => secret !== '' && secret === outcome.serialNumber)

/** What was not asked at all. */
export function unaskable<Outcome>(outcome: Outcome): SupplierExchange<Outcome> {
  return { outcome, request: '', answer: '', tookMs: 0 }
}

function outcomeOf<Outcome>(result: OutgoingResult, read: (body: string) => Outcome): Outcome | Trouble {
  if (result.kind === 'unsent') return { state: 'unsent', message: `Server tidak dapat dihubungi (${result.reason}).` }
  if (result.kind === 'lost') return { state: 'unknown', message: `Jawaban server tidak diterima (${result.reason}).` }
  if (result.status < 200 || result.status > 299) return { state: 'unknown', message: `Server menjawab HTTP ${result.status}.` }
  try {
    return read(result.body)
  } catch {
    // Whatever a hostile answer may break in the reader, the order did leave.
    return { state: 'unknown', message: 'Jawaban server tidak dapat dibaca.' }
  }
}

function shownAnswer(result: OutgoingResult): string {
  return result.kind === 'answer' ? `HTTP ${result.status}\n${clip(result.body, textMax)}` : `(${result.kind}: ${result.reason})`
}

/** The question left, and no answer came: too late, too long, or broken off. */
export const hadNoAnswer = ({ answer }: Pick<SupplierExchange, 'answer'>): boolean => answer.startsWith('(lost: ')

/** A question that changes nothing has simply failed when it never left. */
export function harmless<Outcome extends InquiryOutcome | CustomerOutcome | BalanceOutcome>(
  exchange: SupplierExchange<Outcome | Trouble>,
): SupplierExchange<Outcome | { state: 'failed' | 'unknown'; message: string }> {
  const { outcome } = exchange
  return { ...exchange, outcome: isUnsent(outcome) ? { state: 'failed', message: outcome.message } : outcome }
}

function isUnsent(outcome: { state: string; message: string }): outcome is { state: 'unsent'; message: string } {
  return outcome.state === 'unsent'
}

/** Adds a query to an address that may have one already (a seller's own token, hidden when shown). */
export function addressOf(endpoint: string, query: string, shownQuery: string, signs: readonly string[] = []): Address {
  const mark = endpoint.indexOf('?')
  if (mark < 0) return { url: `${endpoint}?${query}`, shown: `${endpoint}?${shownQuery}`, signs }
  return { url: `${endpoint}&${query}`, shown: `${endpoint.slice(0, mark)}?${hidden}&${shownQuery}`, signs }
}

/** The path of a seller's address, cut from its query: `/api` of `http://host:81/api/?x=1`. No URL object: once per order. */
export function splitAddress(apiUrl: string): { origin: string; path: string; query: string } {
  const [, origin = '', path = '', query = ''] = /^([a-z]+:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(apiUrl.trim()) ?? []
  return { origin, path: path.replace(/\/+$/, ''), query: query ?? '' }
}
