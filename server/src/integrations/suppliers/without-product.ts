/** Removes keywords that belong to the product's own name: 'Paket Proses Cepat S10.0812 SUKSES' is not pending. */
import type { CompiledPatterns } from '#integrations/suppliers/compile-patterns.ts'
import { firstFound } from '#integrations/suppliers/linear-pattern.ts'
import { type Expected, endOf } from '#integrations/suppliers/order-identity.ts'
import { withoutWords } from '#integrations/suppliers/without-target.ts'

export function withoutNameOfProduct(text: string, expected: Expected, patterns: CompiledPatterns): string {
  const named = withoutOwner(withoutCode(text, expected.productCode ?? ''), patterns)
  return withoutWeakWords(withoutProduct(named, expected.product ?? ''), expected, patterns)
}

/** Blanks the product code right before the number (`CICILAN.0812…`, 'CICILAN ke 0812…'), where it is not a keyword. Keeps the length of the text. */
function withoutCode(text: string, code: string): string {
  const [lower, sought] = [text.toLowerCase(), code.toLowerCase()]
  if (!/\p{L}{3}/u.test(code) || lower.length !== text.length) return text
  const parts: string[] = []
  let from = 0
  for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + sought.length)) {
    const end = at + sought.length
    if (/[\p{L}\d]/u.test(text[at - 1] ?? '') || !/^(?:\.| ke )[\d*+]/.test(lower.slice(end, end + 5))) continue
    parts.push(text.slice(from, at), '_'.repeat(sought.length))
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** Replaces a keyword that is the name of a player or an owner: 'Nickname: GAGAL', 'a/n REFUND'. Keeps the length of the text. */
const withoutOwner = (text: string, patterns: CompiledPatterns): string =>
  [ownerOf, ownerOfMeter].reduce(
    (left, owner) =>
      left.replace(owner, (whole, label: string, name: string) =>
        firstFound(patterns.failed, name) === null && firstFound(patterns.success, name) === null ? whole : label + 'n'.repeat(name.length),
      ),
    text,
  )

/** The name after a meter token and before tariff and power: '1234-…-7890/GAGAL SANTOSO/R1/900VA'. */
const ownerOfMeter = /((?<![\d-])(?:\d{4}[ -]?){4}\d{4}\/)([^/]{1,60})(?=\/[a-z]{1,2}\d?[a-z]{0,3}[/-]\d{3,9})/gi

const ownerOf = /\b((?:nick(?:name)?|a\/n|atas nama|nama|user ?name|player)(?: ?[:=] ?| ))([a-z]{3,20})/gi

/** A product name of a single word may be the state itself, so it is not removed. */
export const withoutProduct = (text: string, product: string): string =>
  /\p{L}.{0,100}[^\p{L}\p{N}].{0,100}\p{L}/u.test(product) ? withoutWords(text, product) : text

/**
 * Keywords that are a state on their own, but also occur in many product names. After one of the words in the look-behind, they are always a state.
 */
const weak =
  /(?<!\b(?:status|sedang|sdg|masih|akan|segera|dalam|dlm|di) )\b(?:proses|process|processing|pending|waiting|in ?progress|queued?)\b/gi

/** Servers write the product's name between our reference and the target number; the state follows the target number. */
function withoutWeakWords(text: string, { target }: Expected, patterns: CompiledPatterns): string {
  weak.lastIndex = 0
  if (!weak.test(text)) return text
  const at = placeOf(text, target)
  if (at <= 0) return text
  const behind = text.slice(at)
  if (firstFound(patterns.success, behind) === null && firstFound(patterns.failed, behind) === null) return text
  const name = text.slice(0, at)
  const from = Math.max(...[',', ';', ':', '. ', '#'].map((sign) => name.lastIndexOf(sign))) + 1
  return text.slice(0, from) + name.slice(from).replace(weak, '*') + behind
}

/** The position of the target number. A target that is not a number has already been replaced by a star. */
export function placeOf(text: string, target: string | null): number {
  const end = target === null ? null : endOf(target)
  if (end === null) return text.indexOf('*')
  for (const { 0: digits, index } of text.matchAll(/\d{7,}/g)) if (digits.endsWith(end)) return index
  return -1
}
