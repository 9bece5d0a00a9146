/** The fields of an answer in JSON, in XML or in the line of OtomaX, and what their codes say by themselves. */
import { textMax } from '#outside/suppliers/compile-patterns.ts'
import { clip, oneLine } from '#outside/suppliers/text.ts'
import { looksLikeXml, xmlFields } from '#outside/suppliers/xml-fields.ts'

/** Names in lower case, everything as text. */
export type Fields = ReadonlyMap<string, string>

/**
 * What the codes of an answer say by themselves. `accepted`: the server is content, its words decide how far it got.
 * `perhaps-failed`: a code that counts as failure only when the words agree.
 */
export type Verdict = 'success' | 'failed' | 'pending' | 'accepted' | 'refused' | 'perhaps-failed' | null

/** Names under which servers repeat our reference, here and in reports. `clientid` first: beside it, the others may be the server's own. */
export const referenceNames = ['clientid', 'refid', 'reffid', 'ref_id', 'reff_id', 'reffclient', 'idtrx'] as const
export const messageNames = ['msg', 'message', 'msgs', 'pesan', 'keterangan', 'text'] as const
export const targetNames = ['tujuan', 'msisdn', 'dest', 'destination', 'customer_no', 'customerno', 'no_tujuan', 'idpel'] as const
export const serialNumberNames = ['sn', 'serialnumber', 'serial_number', 'serial'] as const

/** An excuse is no refusal, and what may have been taken is not turned away. */
const uncertain = /time ?-? ?out|internal|exception|error|coba (?:lagi|beberapa)|sibuk|busy/i
const perhapsTaken =
  /tunggu|antri|proses|process|pending|waiting|suspe[ck]|progress|pernah|dupli[ck]|double|dobel|ganda|already|\bused\b|(?:sudah|sdh|telah) (?:ada|masuk|terpakai|di(?:gunakan|pakai|kirim|terima))/i
const notTaken = /\b(?:tidak|tdk|gagal) (?:dapat |bisa |akan )?(?:di)?proses\b/gi

/** `success` of a JSON answer, as every dialect uses it. */
export function successVerdict(fields: Fields): Verdict {
  const success = fields.get('success') ?? fields.get('result')
  if (success === 'true' || success === '1') return 'accepted'
  if (success !== 'false' && success !== '0') return null
  const message = oneLine(messageOf(fields))
  return message === '' || uncertain.test(message) || perhapsTaken.test(message.replace(notTaken, '')) ? null : 'refused'
}

/** Null where the answer is neither JSON nor XML. */
export function fieldsOf(body: string): Fields | null {
  return jsonFields(body) ?? xmlFields(body)
}

/** JSON or XML that was cut off or is a list says nothing that words inside it could prove. */
export const isBroken = (body: string): boolean => looksLikeJson(body) || looksLikeXml(body)

/** Null when the text is no JSON object. Fields of an inner `data` object count as the answer's own. */
export function jsonFields(body: string): Fields | null {
  const parsed = jsonOf(body)
  const value = Array.isArray(parsed) && parsed.length === 1 ? parsed[0] : parsed
  if (!isRecord(value)) return null
  const fields = new Map<string, string>()
  addFields(fields, value)
  if (isRecord(value.data)) {
    addFields(fields, value.data)
    if (isRecord(value.data.detail)) addFields(fields, value.data.detail)
  }
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
export function statusLineFields(body: string): Fields | null {
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

export const messageOf = (fields: Fields): string => firstOf(fields, messageNames) ?? ''
export const targetOf = (fields: Fields): string | null => firstOf(fields, targetNames)
export const serialNumberOf = (fields: Fields): string => firstOf(fields, serialNumberNames) ?? ''

/** A status in words ('Gagal') belongs to the text; a number means something else in every dialect. */
export function wordOf(status: string | undefined): string {
  return status === undefined || /^\d*$/.test(status) || status === 'true' || status === 'false' ? '' : `${status}.`
}
