export type AnswerBody = Record<string, unknown>

/** A failed request. `status` 0 means that no readable answer arrived, so it is unknown what the server did. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  /** The error texts by the name of the field. */
  readonly errors: Record<string, string>
  readonly body: AnswerBody
  /** How long to wait before the next try, in seconds, if the server specified it. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, body: AnswerBody = {}, retryAfterSeconds?: number) {
    super(message)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.code = nonEmptyText(body.code)
    this.errors = fieldErrors(body.errors)
    this.body = body
  }
}

export const nonEmptyText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function fieldErrors(errors: unknown): Record<string, string> {
  if (typeof errors !== 'object' || errors === null) return {}
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
