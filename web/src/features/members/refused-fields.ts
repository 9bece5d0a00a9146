import { ApiError } from '#lib/api-error.ts'

/** Which field a refusal is about, by the subject of its code. */
const fieldOf: Record<string, string> = { otp: 'otp', phone: 'memberphone', location: 'provinceid' }

/** The server's words, beside the fields they are about. Empty when they are about none. */
export function refusedFields(error: Error): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const field = fieldOf[error.code?.split('.')[0] ?? '']
  if (field) return { [field]: error.message }
  // On the wire the member is a part of the request.
  return Object.fromEntries(Object.entries(error.errors).map(([path, words]) => [path.replace(/^member\./, ''), words]))
}
