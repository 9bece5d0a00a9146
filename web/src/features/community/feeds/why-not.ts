import { refusedFields } from '#lib/refused-fields.ts'

/** The server's error about a text. */
export const whyNot = (error: Error | null): string | undefined =>
  error ? (refusedFields(error, ['msg']).msg ?? error.message) : undefined
