import { ApiError } from '#lib/api-error.ts'

/** Whether the outcome of the request is unknown, so that the same request may be sent again. */
export const isOutcomeUnknown = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)
