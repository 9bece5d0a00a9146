import { ApiError } from '#lib/api-error.ts'

/** Nobody here knows what the server did, so the same may be asked again. */
export const isUnanswered = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)
