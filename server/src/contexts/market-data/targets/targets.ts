import { mobileDigits, nationalDigits, prefixDigits, type TargetKind } from '@lapak/contract/market-data/targets'

/**
 * Which operator a number belongs to, and what a typed target becomes before it is compared, stored or sent.
 * Indonesia has no number portability, so the prefix is the truth.
 */
export interface Operator {
  /** Stored with a brand (`brand.operator`); never renamed. */
  code: string
  name: string
}

export interface OperatorPrefixes extends Operator {
  prefixes: readonly string[]
}

// A number copied out of WhatsApp or a contact card is wrapped in direction marks nobody can see.
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const SEPARATORS = /[\s.\u2010-\u2015\u2212-]/g
const MOBILE = /^08\d{8,11}$/
const MOBILE_MAX = 13
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

/** The operators as administrators have them, in memory; kept by the market's cache. */
export class Operators {
  readonly #byCode = new Map<string, Operator>()
  readonly #byPrefix = new Map<string, Operator>()

  /** A prefix that went to another operator stays there, whichever of the two is told first. */
  set({ code, name, prefixes }: OperatorPrefixes) {
    for (const [prefix, operator] of this.#byPrefix) if (operator.code === code) this.#byPrefix.delete(prefix)
    const operator = Object.freeze({ code, name })
    this.#byCode.set(code, operator)
    for (const prefix of prefixes) this.#byPrefix.set(prefix, operator)
  }

  nameOf(code: string): string {
    return this.#byCode.get(code)?.name ?? code
  }

  /** Works on half-typed numbers too, so that the form can show the operator early; the longest prefix wins. */
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
   * One spelling per target, so that double orders are seen as such and suppliers get what they understand.
   *
   * Without a kind it has to guess, and guesses carefully: a game id that is changed sends goods to a stranger. So only what
   * starts with 0 or +62 and has a phone's length is touched, and a bare 62 only when a known mobile prefix follows.
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
   * May this target be ordered for a brand of this operator? Null = the brand is no operator's: any target fits.
   *
   * by.U lies inside Telkomsel's 0851 but sells its own pulsa and packages, and suppliers refuse one for the other: neither
   * accepts the other's. A number of no known operator does not fit either: it is far more often a slip than a new prefix,
   * and a new one is added by an administrator.
   */
  targetFits(target: string, operatorCode: string | null): boolean {
    if (operatorCode === null) return target.replace(INVISIBLE, '').trim() !== ''
    const number = nationalForm(target)
    return number !== null && MOBILE.test(number) && this.operatorOf(number)?.code === operatorCode
  }

  /** May what begins like this become a target of theirs? For lists that follow the typing; an order asks `targetFits`. */
  beginningFits(beginning: string, operatorCode: string | null): boolean {
    if (operatorCode === null) return true
    const number = nationalForm(beginning)
    return number !== null && number.length <= MOBILE_MAX && this.operatorOf(number)?.code === operatorCode
  }
}
