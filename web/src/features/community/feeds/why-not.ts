import { refusedFields } from '#lib/refused-fields.ts'

/** The server's error text about a post or comment. */
export const whyNot = (error: Error | null): string | undefined =>
  error ? (refusedFields(error, ['msg']).msg ?? error.message) : undefined
