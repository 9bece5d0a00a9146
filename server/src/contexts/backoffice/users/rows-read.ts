import type { Call } from '@lapak/contract/shared/call'
import { dotted } from '@lapak/contract/shared/money'
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
 * limit is per administrator and not per session, so that a new sign-in does not reset it. Files have an allowance of their own: they are long by
 * nature, and every file needs recent step-up authentication and has an audit event of its own.
 */
export async function countRows(
  { db, audit, settings }: ReadDeps,
  by: Caller,
  { path: subject, csv = false }: Pick<Call, 'path' | 'csv'>,
  rows: number,
): Promise<void> {
  if (rows === 0) return
  const tooMany = (retryAfterSeconds: number) => new Refusal('rate.too_many', {}, { retryAfterSeconds })
  const { setting, allowance } = csv
    ? { setting: 'access.downloadRowsPerHour', allowance: settings.get('access.downloadRowsPerHour') }
    : { setting: 'access.rowsPerHour', allowance: settings.get('access.rowsPerHour') }
  try {
    // A file that is longer than the allowance would be refused in every hour, so the administrator has to ask for a shorter one.
    if (csv && rows > allowance) throw new Refusal('download.too_many', { max: dotted(allowance) })
    await rateLimit(db, allowanceOf(setting, by.memberId), allowance, 3600, tooMany, rows)
  } catch (error) {
    if (error instanceof Refusal) await audit.recordRefused({ event: 'list.refused', by, subject, after: { rows } })
    throw error
  }
  if (!csv && rows > screenOfRows) await db.transaction((tx) => audit.record(tx, { event: 'list.read', by, subject, after: { rows } }))
}
