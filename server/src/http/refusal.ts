import { type RefusalCode, refusals } from '@lapak/contract/shared/refusals'

interface RefusalMore {
  errors?: Record<string, string>
  /** The one field that the refusal is about: its message stands there as well. */
  field?: string
  retryAfterSeconds?: number
  extra?: Record<string, unknown>
}

/**
 * An expected "no". Thrown, never returned: inside a transaction a returned error would commit. One handler turns it into
 * the envelope; everything else that is thrown is a defect and answers a plain 500.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Field name to message, for input that is wrong in places. */
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** More for the answer's top level, such as `mfa_token`. */
  readonly extra: Record<string, unknown>

  constructor(code: RefusalCode, filling: Record<string, string | number | bigint> = {}, more: RefusalMore = {}) {
    super(refusals[code].msg.replace(/\{(\w+)\}/g, (_, name: string) => String(filling[name] ?? '')))
    this.code = code
    this.errors = more.field === undefined ? more.errors : { [more.field]: this.message }
    this.retryAfterSeconds = more.retryAfterSeconds
    this.extra = more.extra ?? {}
  }

  get status() {
    return refusals[this.code].status
  }

  get rc() {
    return refusals[this.code].rc
  }
}
