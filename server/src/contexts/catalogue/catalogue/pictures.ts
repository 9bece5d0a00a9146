import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Caller } from '#http/http.ts'

/**
 * A picture of one's own, or the one that was there when it was read, whoever brought it; null takes it away. Undefined leaves what is there by
 * the time the row is locked.
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
