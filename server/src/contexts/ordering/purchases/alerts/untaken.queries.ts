import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

export interface UntakenAlerts {
  count: bigint
  /** The id of the newest alert; 0 if there is none. */
  newest: bigint
}

/** Alerts that no administrator has taken. Uses the index of open alerts. */
export async function untakenAlerts(read: Reader): Promise<UntakenAlerts> {
  const { rows } = await sql<UntakenAlerts>`
    select count(*), coalesce(max(id), 0) as newest from purchase_alert where resolved_at is null and taken_at is null`.execute(read)
  return rows[0] ?? { count: 0n, newest: 0n }
}
