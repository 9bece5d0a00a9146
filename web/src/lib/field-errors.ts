import type { RefusalCode } from '@lapak/contract/shared/refusals'
import { ApiError } from '#lib/api-error.ts'

type SubjectOf<Code> = Code extends `${infer Subject}.${string}` ? Subject : never

/** The form field to which an error belongs, by the error code or by the first part of the code: `otp` for `otp.wrong` and `otp.expired`. */
export type FieldByErrorCode<Field extends string> = Partial<Record<RefusalCode | SubjectOf<RefusalCode>, Field>>

/**
 * The server's error texts by form field: the fields that the answer lists, otherwise the field that belongs to the error code. Empty if the error is
 * not about a field.
 */
export function fieldErrors<Field extends string>(
  error: Error,
  fields: readonly Field[],
  fieldOf: FieldByErrorCode<Field> = {},
): Partial<Record<Field, string>> {
  if (!(error instanceof ApiError)) return {}
  // In the answer, the name of a field may be nested, such as `member.membername`. The form field is found by the last part, `membername`, or by the
  // whole name with an underscore, `member_membername`.
  const named = Object.entries(error.errors).flatMap(([path, words]) =>
    [path.replaceAll('.', '_'), path.split('.').at(-1)].map((field) => ({ field: field as Field, words })),
  )
  const known = named.filter(({ field }) => fields.includes(field))
  if (known.length > 0) return Object.fromEntries(known.map(({ field, words }) => [field, words])) as Partial<Record<Field, string>>
  const fieldByCode: Partial<Record<string, Field>> = fieldOf
  const field = fieldByCode[error.code ?? ''] ?? fieldByCode[error.code?.split('.')[0] ?? '']
  return field ? ({ [field]: error.message } as Partial<Record<Field, string>>) : {}
}
