import type { RefusalCode } from '@lapak/contract/shared/refusals'
import { ApiError } from '#lib/api-error.ts'

type SubjectOf<Code> = Code extends `${infer Subject}.${string}` ? Subject : never

/** The field of a refusal, by its code or by the subject of its code: `otp` for `otp.wrong` and `otp.expired`. */
export type FieldOf<Field extends string> = Partial<Record<RefusalCode | SubjectOf<RefusalCode>, Field>>

/** The server's error texts by field: the fields that the answer names, otherwise the field of its code. Empty if it is about no field. */
export function refusedFields<Field extends string>(
  error: Error,
  fields: readonly Field[],
  fieldOf: FieldOf<Field> = {},
): Partial<Record<Field, string>> {
  if (!(error instanceof ApiError)) return {}
  // On the wire a field may be nested, `member.membername`: here it is found by its last name, or by both as `member_membername`.
  const named = Object.entries(error.errors).flatMap(([path, words]) =>
    [path.replaceAll('.', '_'), path.split('.').at(-1)].map((field) => ({ field: field as Field, words })),
  )
  const known = named.filter(({ field }) => fields.includes(field))
  if (known.length > 0) return Object.fromEntries(known.map(({ field, words }) => [field, words])) as Partial<Record<Field, string>>
  const fieldByCode: Partial<Record<string, Field>> = fieldOf
  const field = fieldByCode[error.code ?? ''] ?? fieldByCode[error.code?.split('.')[0] ?? '']
  return field ? ({ [field]: error.message } as Partial<Record<Field, string>>) : {}
}
