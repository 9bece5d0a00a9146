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

/** When this database got the version whose writers keep a rule. What was written before is not compared. */
export const since = (migration: string) => sql`(select applied_at from migration where name = ${sql.lit(`${migration}.sql`)})`

/** Since this migration, channels are compared with one another, and the matching of rows and the fees are verified. */
export const sinceMigration20 = since('0020-restatements-per-feed')

/** The times that different transactions write about one act differ by less. */
export const tolerance = sql`interval '1 hour'`
