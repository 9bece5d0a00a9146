import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Caller } from '#http/http.ts'

/**
 * Returns the new picture. The caller may pass a picture that it uploaded, or the present picture, whoever uploaded that. Null removes the picture.
 * Undefined keeps the picture that the row has when it is locked.
 */
export async function pictureOf(
  uploads: Pick<Uploads, 'ownPublic'>,
  by: Caller,
  asked: string | null | undefined,
  present: string | null,
): Promise<string | null | undefined> {
  if (asked === undefined || asked === present) return asked
  return asked === null || asked === '' ? null : uploads.ownPublic(by.memberId, asked)
}
