import { mobileDigits, nationalDigits, prefixDigits, type TargetKind } from '@lapak/contract/market-data/targets'

/**
 * Determines the operator of a number, and normalizes a target before it is compared, stored or sent. Indonesia has no number portability, so the
 * prefix determines the operator.
 */
export interface Operator {
  /** Stored with a brand (`brand.operator`); never renamed. */
  code: string
  name: string
}

export interface OperatorPrefixes extends Operator {
  prefixes: readonly string[]
}

// Numbers that were copied from WhatsApp or a contact card contain invisible direction marks.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const SEPARATORS = /[\s.\u2010-\u2015\u2212-]/g
const MOBILE = /^08\d{8,11}$/
const MOBILE_MAX = 13
const PHONE = /^0[2-9]\d{7,11}$/

/** The digits of a target without separators (a leading + may remain), or null if the text contains any other character. */
function compactDigits(target: string): string | null {
  const compact = target.replace(INVISIBLE, '').replace(SEPARATORS, '')
  return /^\+?\d+$/.test(compact) ? compact : null
}

/** The national form of a text that is certainly a phone number; some people write `+62 0812…`. */
function nationalForm(target: string): string | null {
  const digits = compactDigits(target)
  return digits === null ? null : nationalDigits(digits)
}

/** The operators in memory as administrators defined them, updated by the market's cache. */
export class Operators {
  readonly #byCode = new Map<string, Operator>()
  readonly #byPrefix = new Map<string, Operator>()

  /** If a prefix moves to another operator, it belongs to that operator in whichever order the two rows are applied. */
  set({ code, name, prefixes }: OperatorPrefixes) {
    for (const [prefix, operator] of this.#byPrefix) if (operator.code === code) this.#byPrefix.delete(prefix)
    const operator = Object.freeze({ code, name })
    this.#byCode.set(code, operator)
    for (const prefix of prefixes) this.#byPrefix.set(prefix, operator)
  }

  nameOf(code: string): string {
    return this.#byCode.get(code)?.name ?? code
  }

  /** Also accepts incomplete numbers, so that the form can show the operator early. The longest matching prefix determines the operator. */
  operatorOf(target: string): Operator | null {
    const number = nationalForm(target)
    if (number === null) return null
    for (let length = prefixDigits.max; length >= prefixDigits.min; length--) {
      const operator = this.#byPrefix.get(number.slice(0, length))
      if (operator) return operator
    }
    return null
  }

  /**
   * Returns one spelling per target, so that double orders are detected and suppliers receive a format that they accept. Without a kind the format is
   * inferred with caution, because a wrongly changed game id would deliver the goods to another person: only a text with the length of a phone number
   * that begins with 0 or +62 is changed. A text that begins with 62 is changed only if a known mobile prefix follows.
   */
  normalizeTarget(raw: string, kind: TargetKind | null = null): string {
    const trimmed = raw.replace(INVISIBLE, '').trim()
    if (kind === 'text') return trimmed
    const compact = compactDigits(trimmed)
    if (compact === null) return trimmed
    if (kind === 'digits' || kind === 'meter') return compact
    if (kind === 'mobile') return mobileDigits(compact)
    const number = nationalDigits(compact)
    if (compact.startsWith('62')) return MOBILE.test(number) && this.operatorOf(number) ? number : trimmed
    return PHONE.test(number) ? number : trimmed
  }

  /**
   * Whether this target can be ordered for a brand of this operator. Null means that the brand has no operator and accepts any target. by.U uses
   * numbers within Telkomsel's prefix 0851 but sells its own products, and suppliers refuse the products of one operator for numbers of the other
   * operator. Numbers without a known operator are refused too, because they are typing errors far more often than numbers with a new prefix, which
   * an administrator can add.
   */
  targetFits(target: string, operatorCode: string | null): boolean {
    if (operatorCode === null) return target.replace(INVISIBLE, '').trim() !== ''
    const number = nationalForm(target)
    return number !== null && MOBILE.test(number) && this.operatorOf(number)?.code === operatorCode
  }

  /**
   * Whether a number that begins with these digits can belong to this operator. Used by lists that update while the user types; orders use
   * `targetFits`.
   */
  beginningFits(beginning: string, operatorCode: string | null): boolean {
    if (operatorCode === null) return true
    const number = nationalForm(beginning)
    return number !== null && number.length <= MOBILE_MAX && this.operatorOf(number)?.code === operatorCode
  }
}
