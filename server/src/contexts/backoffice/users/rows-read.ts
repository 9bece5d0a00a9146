import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { allowanceOf, rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'

interface ReadDeps {
  db: Database
  audit: Audit
  settings: Settings
}

/** An answer with more rows than this is larger than a screen and is audited as a copy. */
const screenOfRows = 100

/**
 * Counts rows about members before an administrator receives them, so that a stolen session cannot copy all members and large copies are audited. The
 * limit is per administrator and not per session, so that a new sign-in does not reset it.
 */
export async function countRows({ db, audit, settings }: ReadDeps, by: Caller, subject: string, rows: number): Promise<void> {
  if (rows === 0) return
  const tooMany = (retryAfterSeconds: number) => new Refusal('rate.too_many', {}, { retryAfterSeconds })
  const allowance = settings.get('access.rowsPerHour')
  try {
    await rateLimit(db, allowanceOf('access.rowsPerHour', by.memberId), allowance, 3600, tooMany, rows)
  } catch (error) {
    if (error instanceof Refusal) await audit.recordRefused({ event: 'list.refused', by, subject, after: { rows } })
    throw error
  }
  if (rows > screenOfRows) await db.transaction((tx) => audit.record(tx, { event: 'list.read', by, subject, after: { rows } }))
}
