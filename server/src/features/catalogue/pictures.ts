import type { Caller } from '#core/http.ts'
import type { Uploads } from '../uploads/uploads.ts'

/** A picture of one's own, or the one that is there already, whoever brought it; null takes it away, undefined leaves it. */
export async function pictureOf(
  uploads: Pick<Uploads, 'ownPublic'>,
  by: Caller,
  asked: string | null | undefined,
  present: string | null,
): Promise<string | null> {
  if (asked === undefined || asked === present) return present
  return asked === null || asked === '' ? null : uploads.ownPublic(by.memberId, asked)
}
