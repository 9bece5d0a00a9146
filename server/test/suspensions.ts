import type { Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'

interface Suspension {
  since?: Date
  until?: Date
  failures?: number
}

/** Suspends a seller in the tables, as the breaker does after repeated failures of its server, without notifying the caches of a process. */
export const suspend = (
  tables: Pick<Kysely<DB>, 'updateTable'>,
  seller: bigint,
  { since = new Date(), until = new Date(Date.now() + 600_000), failures = 5 }: Suspension = {},
) =>
  tables
    .updateTable('seller_api')
    .set({ circuit_open_since: since, circuit_open_until: until, circuit_reset_at: null, failures })
    .where('seller_id', '=', seller)
    .execute()
