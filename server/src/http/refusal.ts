import { type RefusalCode, refusals } from '@lapak/contract/shared/refusals'

interface RefusalMore {
  errors?: Record<string, string>
  /** The single field that the refusal is about; the message is also shown at that field. */
  field?: string
  retryAfterSeconds?: number
  extra?: Record<string, unknown>
}

/**
 * The expected refusal of a request. Thrown, never returned: a returned error would commit the transaction. One handler converts it to the JSON
 * envelope; any other thrown error is a defect and gives a 500.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Field name to message, for invalid input. */
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  /** Additional top-level fields of the answer, such as `mfa_token`. */
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
