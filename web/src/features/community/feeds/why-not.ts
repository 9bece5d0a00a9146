import { refusedFields } from '#lib/refused-fields.ts'

/** What the server says about a text that it does not take. */
export const whyNot = (error: Error | null): string | undefined =>
  error ? (refusedFields(error, ['msg']).msg ?? error.message) : undefined
