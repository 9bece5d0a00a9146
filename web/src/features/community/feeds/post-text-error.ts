import { fieldErrors } from '#lib/field-errors.ts'

/** The server's error text about a post or comment. */
export const postTextError = (error: Error | null): string | undefined =>
  error ? (fieldErrors(error, ['msg']).msg ?? error.message) : undefined
