import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { attemptState } from '../attempt-state.ts'

// Literals and not parameters, so that partial indexes match whatever plan is used.
const unknown = sql.lit(attemptState.unknown)

export interface OpenOrders {
  open: bigint
  unknown: bigint
  oldest: Date | null
  /** The number of alerts that are not resolved. */
  alerts: bigint
}

/** Orders in progress at sellers' servers. Uses the index of live attempts, which are few. */
export async function openOrders(read: Reader): Promise<OpenOrders> {
  const { rows } = await sql<OpenOrders>`
    select count(*) as open, count(*) filter (where state = ${unknown}) as unknown, min(created_at) as oldest,
      (select count(*) from purchase_alert where resolved_at is null) as alerts
    from attempt where state <= ${unknown}`.execute(read)
  const [found] = rows
  if (found === undefined) throw new Error('count query returned no row')
  return found
}
