import type { RawBuilder } from 'kysely'

/** What must hold on any database at any second, as a query for the rows which break it. */
export interface Rule {
  name: string
  query: RawBuilder<{ row: string }>
}
