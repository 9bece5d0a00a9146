/** Which order an answer speaks of, by what it repeats of it: our reference, or the number that somebody typed. */
import { type CompiledPatterns, namedMax } from '#integrations/suppliers/compile-patterns.ts'
import { firstFound } from '#integrations/suppliers/linear-pattern.ts'
import { saysRepeated } from '#integrations/suppliers/statement-of-answer.ts'
import { holdsTarget } from '#integrations/suppliers/without-target.ts'

/** What the answer has to be about; null where the caller cannot know. */
export interface Expected {
  reference: string | null
  /** What a customer typed. Servers repeat it, so the words in it are nobody's answer. */
  target: string | null
  /** The product's name, whose words are no state. */
  product?: string | null
  /** Its code, by which it was ordered; without it, a field `code` may hold either this or what was bought. */
  productCode?: string | null
}

export interface NamedReference {
  reference: string
  index: number
  /** A bare 'Ref:' inside the serial number, which e-wallets and billers use for numbers of their own. */
  insideSerialNumber: boolean
}

/**
 * A number in it has to be ours, whatever it names beside. 'Sudah pernah … status Sukses' is the answer to a repeated sale and may
 * speak of somebody else's order for the same number, so there only the reference counts.
 */
export function isAbout(
  text: string,
  textWithoutTarget: string,
  expected: Expected,
  named: readonly NamedReference[],
  identified: boolean,
): boolean {
  const { reference, target } = expected
  if (reference === null) return true
  if ((named.length > 0 && !namesOnly(named, reference)) || repeatsSibling(textWithoutTarget, reference)) return false
  if (target !== null && namesOtherTarget(text, target)) return false
  return named.length > 0 || identified || !saysRepeated(textWithoutTarget)
}

export function referencesIn(text: string, patterns: CompiledPatterns): NamedReference[] {
  const found: NamedReference[] = []
  const serialNumber = firstFound(patterns.serialNumber, text)
  const from = serialNumber?.index ?? text.length
  const to = from + (serialNumber?.text.length ?? 0)
  for (const { index, text: named, picked } of patterns.reference(text)) {
    if (picked !== '') found.push({ reference: picked, index, insideSerialNumber: index >= from && index < to && /^ref/i.test(named) })
  }
  return found
}

/** Our own reference has to be there before anything else that looks like one is excused. A list of many is nobody's answer. */
function namesOnly(named: readonly NamedReference[], reference: string): boolean {
  if (named.length > namedMax) return false
  const others = named.filter((one) => !sameReference(one.reference, reference))
  return others.length < named.length && others.every((one) => one.insideSerialNumber)
}

/** Whether the reference stands in a text by itself, under whatever label. */
export function repeats(text: string, reference: string): boolean {
  return endsOf(text, reference).some((end) => !/[\w-]/.test(text[end] ?? ''))
}

/** Another reference of ours, in its own form: the letters of this one with another number. */
function repeatsSibling(text: string, reference: string): boolean {
  const digits = /\d{1,18}$/.exec(reference)?.[0] ?? ''
  const prefix = reference.slice(0, reference.length - digits.length)
  if (!/[a-z]{2}/i.test(prefix) || digits === '') return false
  const bare = prefix.replace(/[^a-z\d]+$/i, '')
  return endsOf(text, bare).some((end) => {
    const [, sign = '', number] = /^([-_/#]?)(\d{1,18})(?!\d)/.exec(text.slice(end, end + 20)) ?? []
    if (number === undefined || number === digits) return false
    // Without the sign of ours, a short number may be that of a product.
    return bare + sign === prefix || number.length >= digits.length
  })
}

/** The same of a value that is nothing else, under whatever name. */
export const isSibling = (value: string, reference: string): boolean =>
  value.length <= 100 && /^[\w-]+$/.test(value) && repeatsSibling(value, reference)

/** Where what stands in the text begins no longer word. */
function endsOf(text: string, part: string): number[] {
  const ends: number[] = []
  const [inText, wanted] = [text.toLowerCase(), part.toLowerCase()]
  for (let at = inText.indexOf(wanted); at >= 0; at = inText.indexOf(wanted, at + 1))
    if (!/[a-z\d]/.test(inText[at - 1] ?? '')) ends.push(at + wanted.length)
  return ends
}

export function sameReference(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.toLowerCase()
}

/**
 * The last seven digits, since servers write 62812…, 0812… and 812… for the same number; null when it has less, or is a player
 * of a server, of which they repeat a part.
 */
export function endOf(target: string): string | null {
  const end = /^[+\d\s-]*$/.test(target) ? target.replace(/\D/g, '').slice(-7) : ''
  return end.length < 7 ? null : end
}

export function namesTarget(text: string, { target }: Expected): boolean {
  if (target === null) return false
  const end = endOf(target)
  if (end !== null) for (const [digits] of text.matchAll(/\d{7,}/g)) if (digits.endsWith(end)) return true
  return holdsTarget(text, target)
}

/** A field that holds nothing but a number, and not ours. Others are starred out, or have an amount or a counter before the number. */
export function isOtherTarget(given: string, { target }: Expected): boolean {
  const wanted = target === null ? null : endOf(target)
  return wanted !== null && /^\+?\d{9,20}$/.test(given) && !given.endsWith(wanted)
}

/** Behind the serial number and behind the balance stand other numbers: an operator's sender, somebody to complain to. */
function namesOtherTarget(text: string, target: string): boolean {
  const wanted = endOf(target)
  if (wanted === null) return false
  const [order = ''] = text.split(behindOrder, 1)
  for (const match of order.matchAll(numberOfOrder)) if (!match[1]?.endsWith(wanted)) return true
  return false
}

const behindOrder = /\b(?:SN|saldo) ?[\d:=/]/i
const numberOfOrder =
  /(?:\bke|\btujuan|\b(?!rp\.|hrg\.|harga\.|saldo\.|trxid\.|id\.|wa\.|cs\.)[a-z][a-z0-9]{0,19}\.) ?:? ?["']?(\d{9,20})\b/gi
