/** One request to a seller's server and its answer, as stored in the history of attempts. Shared by the three protocols. */
import type { Outgoing, OutgoingResult } from '#http/outgoing.ts'
import { textMax } from '#integrations/suppliers/compile-patterns.ts'
import { hidden, redact } from '#integrations/suppliers/redact.ts'
import type { BalanceOutcome, CustomerOutcome, InquiryOutcome, SupplierAccess, SupplierExchange } from '#integrations/suppliers/supplier.ts'
import { clip } from '#integrations/suppliers/text.ts'

/** A URL with its secrets, and the same URL in the form that may be shown and stored. */
export interface Address {
  url: string
  shown: string
  /** Signatures in the URL. They are hidden, because guessed passwords can be verified with them. */
  signs?: readonly string[]
}

/** There was no usable answer. `unsent`: the request certainly was not sent. `unknown`: all other cases. */
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

/**
 * True if the serial number is or contains a secret: some servers repeat the credentials of the request in fields that are read as codes, and buyers
 * see the serial number.
 */
const repeatsSecret = (outcome: object, { pin, password, userId }: SupplierAccess): boolean => {
  if (!('serialNumber' in outcome) || typeof outcome.serialNumber !== 'string') return false
  const shown = outcome.serialNumber
  const parts = shown.split(/[ ,;:|/]+/)
  // A short secret may be a group of a code by chance ('ZXCV-4321-BNMA'), except next to the account's name ('PA0001-4321').
  const isContained = (secret: string) =>
    shown.includes(secret) && (secret.length >= hiddenAnywhere || (userId !== '' && shown.includes(userId)))
  return [pin, password].some((secret) => secret !== '' && (parts.includes(secret) || isContained(secret)))
}

const hiddenAnywhere = 6

/** The result of a request that could not be made. */
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
    // A hostile answer may make the reader fail, but the order was sent.
    return { state: 'unknown', message: 'Jawaban server tidak dapat dibaca.' }
  }
}

function shownAnswer(result: OutgoingResult): string {
  return result.kind === 'answer' ? `HTTP ${result.status}\n${clip(result.body, textMax)}` : `(${result.kind}: ${result.reason})`
}

/** True if the request was sent, but no usable answer came: too late, too long, or broken off. */
export const hadNoAnswer = ({ answer }: Pick<SupplierExchange, 'answer'>): boolean => answer.startsWith('(lost: ')

/** For requests that do not change anything: a request that was not sent counts as failed. */
export function harmless<Outcome extends InquiryOutcome | CustomerOutcome | BalanceOutcome>(
  exchange: SupplierExchange<Outcome | Trouble>,
): SupplierExchange<Outcome | { state: 'failed' | 'unknown'; message: string }> {
  const { outcome } = exchange
  return { ...exchange, outcome: isUnsent(outcome) ? { state: 'failed', message: outcome.message } : outcome }
}

function isUnsent(outcome: { state: string; message: string }): outcome is { state: 'unsent'; message: string } {
  return outcome.state === 'unsent'
}

/** Appends a query string to a URL that may already have one (with a seller's own token, which is hidden in the shown form). */
export function addressOf(endpoint: string, query: string, shownQuery: string, signs: readonly string[] = []): Address {
  const mark = endpoint.indexOf('?')
  if (mark < 0) return { url: `${endpoint}?${query}`, shown: `${endpoint}?${shownQuery}`, signs }
  return { url: `${endpoint}&${query}`, shown: `${endpoint.slice(0, mark)}?${hidden}&${shownQuery}`, signs }
}

/** Splits a seller's URL: `http://host:81/api/?x=1` has the path `/api`. Does not create a URL object, since it runs once per order. */
export function splitAddress(apiUrl: string): { origin: string; path: string; query: string } {
  const [, origin = '', path = '', query = ''] = /^([a-z]+:\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(apiUrl.trim()) ?? []
  return { origin, path: path.replace(/\/+$/, ''), query: query ?? '' }
}
