import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Caller } from '#http/http.ts'

/**
 * Returns the new picture: one that the caller uploaded, or the present one unchanged, regardless of its uploader. Null removes the picture;
 * undefined keeps the one in the row when it is locked.
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
