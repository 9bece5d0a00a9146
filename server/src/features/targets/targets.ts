import { nationalDigits, type TargetKind } from '@lapak/contract/targets'

/**
 * Which operator a number belongs to, and what a typed target becomes before it is compared, stored or sent.
 * Indonesia has no number portability, so the prefix is the truth.
 */
export interface Operator {
  /** Stored with a brand (`brand.operator`); never renamed. */
  code: string
  name: string
}

interface OperatorPrefixes extends Operator {
  prefixes: readonly string[]
}

// XL, Axis and Smartfren are one company since 2025, but each still has its own numbers, pulsa and packages.
const TABLE: readonly OperatorPrefixes[] = [
  { code: 'TSEL', name: 'Telkomsel', prefixes: ['0811', '0812', '0813', '0821', '0822', '0823', '0851', '0852', '0853'] },
  { code: 'BYU', name: 'by.U', prefixes: ['085154', '085155', '085156', '085157', '085158'] },
  { code: 'ISAT', name: 'Indosat (IM3)', prefixes: ['0814', '0815', '0816', '0855', '0856', '0857', '0858'] },
  { code: 'XL', name: 'XL', prefixes: ['0817', '0818', '0819', '0859', '0877', '0878'] },
  { code: 'AXIS', name: 'Axis', prefixes: ['0831', '0832', '0833', '0837', '0838'] },
  { code: 'TRI', name: 'Tri', prefixes: ['0895', '0896', '0897', '0898', '0899'] },
  { code: 'SMART', name: 'Smartfren', prefixes: ['0881', '0882', '0883', '0884', '0885', '0886', '0887', '0888', '0889'] },
]

export const OPERATORS: readonly Operator[] = TABLE.map(({ code, name }) => Object.freeze({ code, name }))

const BY_PREFIX = new Map<string, Operator>(
  TABLE.flatMap(({ prefixes }, index) => {
    const operator = OPERATORS[index]
    return operator ? prefixes.map((prefix): [string, Operator] => [prefix, operator]) : []
  }),
)
const LONGEST_PREFIX = Math.max(...[...BY_PREFIX.keys()].map((prefix) => prefix.length))
const SHORTEST_PREFIX = Math.min(...[...BY_PREFIX.keys()].map((prefix) => prefix.length))

// A number copied out of WhatsApp or a contact card is wrapped in direction marks nobody can see.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const SEPARATORS = /[\s.\u2010-\u2015\u2212-]/g
const MOBILE = /^08\d{8,11}$/
const PHONE = /^0[2-9]\d{7,11}$/

/** Digits without separators (a leading + may stay), or null when it holds anything else. */
function compactDigits(target: string): string | null {
  const compact = target.replace(INVISIBLE, '').replace(SEPARATORS, '')
  return /^\+?\d+$/.test(compact) ? compact : null
}

/** The national form of what is known to be meant as a phone number; people also write `+62 0812…`. */
function nationalForm(target: string): string | null {
  const digits = compactDigits(target)
  return digits === null ? null : nationalDigits(digits)
}

/** Works on half-typed numbers too, so that the form can show the operator early; the longest prefix wins. */
export function operatorOf(target: string): Operator | null {
  const number = nationalForm(target)
  if (number === null) return null
  for (let length = LONGEST_PREFIX; length >= SHORTEST_PREFIX; length--) {
    const operator = BY_PREFIX.get(number.slice(0, length))
    if (operator) return operator
  }
  return null
}

/**
 * One spelling per target, so that double orders are seen as such and suppliers get what they understand.
 *
 * Without a kind it has to guess, and guesses carefully: a game id that is changed sends goods to a stranger. So only what
 * starts with 0 or +62 and has a phone's length is touched, and a bare 62 only when a known mobile prefix follows.
 */
export function normalizeTarget(raw: string, kind: TargetKind | null = null): string {
  const trimmed = raw.replace(INVISIBLE, '').trim()
  if (kind === 'text') return trimmed
  const compact = compactDigits(trimmed)
  if (compact === null) return trimmed
  if (kind === 'digits') return compact
  const number = nationalForm(trimmed)
  if (number === null) return trimmed
  if (kind === 'mobile') return number
  if (compact.startsWith('62')) return MOBILE.test(number) && operatorOf(number) ? number : trimmed
  return PHONE.test(number) ? number : trimmed
}

/**
 * May this target be ordered for a brand of this operator? Null = the brand is no operator's: any target fits.
 *
 * by.U lies inside Telkomsel's 0851 but sells its own pulsa and packages, and suppliers refuse one for the other: neither
 * accepts the other's. A number of no known operator does not fit either: it is far more often a slip than a new prefix,
 * and a new one is one entry in the table above.
 */
export function targetFits(target: string, operatorCode: string | null): boolean {
  if (operatorCode === null) return target.replace(INVISIBLE, '').trim() !== ''
  const number = nationalForm(target)
  return number !== null && MOBILE.test(number) && operatorOf(number)?.code === operatorCode
}
