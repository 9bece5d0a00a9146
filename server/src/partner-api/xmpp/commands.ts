import { type IntakeOrder, intakeOrder } from '@lapak/contract/ordering/intake'
import { billAsk } from '@lapak/contract/ordering/purchases'
import type { jabberCommands } from '@lapak/contract/partner-api/xmpp'
import { Refusal } from '#http/refusal.ts'

/** A parsed command. It is stored in this form, so it never contains the key. */
export type Command =
  | { do: 'balance' }
  | { do: 'order'; order: OrderAsked }
  | { do: 'pay'; order: OrderAsked }
  | { do: 'status'; idtrx: string }
  | { do: 'price'; code: string }
  | { do: 'bill'; productcode: string; target: string }
  | { do: 'help' }

/** Field names as on every channel; amounts stay text until validation. */
export interface OrderAsked {
  reffclient: string
  productcode: string
  target: string
  counter?: string
  amount?: string
  maxprice?: string
}

type Form = (typeof jabberCommands)[number]['form']

export type Reading =
  | { command: Command; key: string | null }
  /** A known command with a missing part. */
  | { wrong: 'form'; form: Form }
  | { wrong: 'unknown' | 'lines' | 'unreadable' }

/** Longer than any command; longer texts are refused. */
const lengthMax = 400
/** The replacement character for undecodable input, which would change a name, and NUL, which PostgreSQL cannot store. */
const lost = ['\ufffd', '\0']
/** Invisible characters that copying from WhatsApp adds. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

const words: Record<string, (parts: string[], options: Options) => Reading> = {
  s: (parts) => (parts.length === 2 ? ours('S.<key>', { do: 'balance' }, parts) : formOf('S.<key>')),
  trx: (parts, options) => parseOrder('order', 'trx.<idtrx>.<productcode>.<target>.<key>', parts, options),
  bayar: (parts, options) => parseOrder('pay', 'bayar.<idtrx>.<productcode>.<target>.<key>', parts, options),
  status: (parts) =>
    parts.length === 3 ? ours('cek.<idtrx>.<key>', { do: 'status', idtrx: parts[1] ?? '' }, parts) : formOf('cek.<idtrx>.<key>'),
  tagihan: parseBill,
  // `cek` queries the status of an order, or inquires a bill if it has one more part.
  cek: (parts) => (parts.length > 3 ? parseBill(parts) : (words.status?.(parts, {}) ?? { wrong: 'unknown' })),
  h: (parts) =>
    parts.length === 3 ? ours('h.<productcode>.<key>', { do: 'price', code: parts[1] ?? '' }, parts) : formOf('h.<productcode>.<key>'),
  bantuan: () => ({ command: { do: 'help' }, key: null }),
}

/** Aliases of the commands. */
const alsoCalled: Record<string, string> = {
  sal: 's',
  saldo: 's',
  cs: 's',
  pay: 'bayar',
  st: 'status',
  inq: 'tagihan',
  tag: 'tagihan',
  hrg: 'h',
  harga: 'h',
  ch: 'h',
  p: 'h',
  help: 'bantuan',
  menu: 'bantuan',
  '?': 'bantuan',
}

/** The key is the part after the last dot; a target may contain dots. */
export function readCommand(body: string): Reading {
  const text = body.replace(invisible, '').trim()
  if (lost.some((one) => text.includes(one)) || !text.isWellFormed() || text.length > lengthMax) return { wrong: 'unreadable' }
  // With several lines, the key of the first command would become part of the second.
  if (/[\r\n\u0085\u2028\u2029]/.test(text)) return { wrong: 'lines' }
  const { line, options } = partOptions(text)
  const parts = line.split('.').map((part) => part.trim())
  const word = (parts[0] ?? '').toLowerCase()
  const read = words[alsoCalled[word] ?? word]
  if (read === undefined) return { wrong: 'unknown' }
  return read(parts, options)
}

interface Options {
  counter?: string
  amount?: string
  maxprice?: string
}

/** Removes options from the end of the line. */
function partOptions(text: string): { line: string; options: Options } {
  const tokens = text.split(' ').filter((token) => token !== '')
  const options: Options = {}
  for (let last = tokens.at(-1); last !== undefined; last = tokens.at(-1)) {
    const found = optionOf(last)
    if (found === null) break
    Object.assign(options, found)
    tokens.pop()
  }
  return { line: tokens.join(' '), options }
}

function optionOf(token: string): Options | null {
  const [, name = '', value = ''] = /^(max|nom|#)=?([0-9.]{1,15})$/i.exec(token) ?? []
  const number = value.replaceAll('.', '')
  if (number === '') return null
  switch (name.toLowerCase()) {
    case 'max':
      return { maxprice: number }
    case 'nom':
      return { amount: number }
    case '#':
      return { counter: number }
    default:
      return null
  }
}

const formOf = (form: Form): Reading => ({ wrong: 'form', form })

/** A key does not contain a space, so a text with a space is a format error and does not count as a wrong key. */
function ours(form: Form, command: Command, parts: string[]): Reading {
  const key = parts.at(-1) ?? ''
  return key === '' || /\s/.test(key) ? formOf(form) : { command, key }
}

function parseOrder(what: 'order' | 'pay', form: Form, parts: string[], options: Options): Reading {
  const [, reffclient = '', productcode = ''] = parts
  const target = parts.slice(3, -1).join('.')
  if (parts.length < 5 || [reffclient, productcode, target].includes('')) return formOf(form)
  return ours(form, { do: what, order: { reffclient, productcode: productcode.toUpperCase(), target, ...options } }, parts)
}

function parseBill(parts: string[]): Reading {
  const [, productcode = ''] = parts
  const target = parts.slice(2, -1).join('.')
  const form = 'cek.<productcode>.<target>.<key>'
  if (parts.length < 4 || productcode === '' || target === '') return formOf(form)
  return ours(form, { do: 'bill', productcode: productcode.toUpperCase(), target }, parts)
}

/** Validates with the schema of all channels; throws a refusal with the schema's message. */
export const checkedOrder = (asked: OrderAsked): IntakeOrder => orRefused(intakeOrder.safeParse(asked))

export const checkedBill = (asked: { productcode: string; target: string }) => orRefused(billAsk.safeParse(asked))

type Checked<Output> = { success: true; data: Output } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

function orRefused<Output>(checked: Checked<Output>): Output {
  if (checked.success) return checked.data
  const errors = Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0] ?? ''), message]))
  throw new Refusal('input.invalid', {}, { errors })
}
