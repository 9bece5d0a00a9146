import { type RawBuilder, sql } from 'kysely'

import type { Reader } from '#db/db.ts'

/** A verification that belongs to a feature above the ledger, for example of files that only that feature can read. */
export interface Evidence {
  name: string
  /** Returns the breaches as text. */
  breaches(read: Reader): Promise<string[]>
}

/** An invariant that holds in every database at any time, as a query for the rows that violate it. */
export interface Rule {
  name: string
  query: RawBuilder<{ row: string }>
}

/**
 * Since when all writers keep a rule. What was written before is not compared. A database that is updated may still have processes of the former version
 * for some hours; one that began with this migration has none.
 */
export const since = (migration: string) => sql`(
  select newer.applied_at + case when newer.applied_at > former.applied_at + interval '1 hour' then interval '4 hours' else interval '0' end
  from migration newer, migration former where newer.name = ${sql.lit(`${migration}.sql`)} and former.name = '0001-platform.sql')`

/** Since this migration, channels are compared with one another, and the matching of rows and the fees are verified. */
export const sinceMigration20 = since('0020-restatements-per-feed')

/** The times that different transactions write about one act differ by less. */
export const tolerance = sql`interval '1 hour'`
