import type { RawBuilder } from 'kysely'

/** What must hold on any database at any second, as a query that finds the first row which breaks it. */
export interface Rule {
  name: string
  query: RawBuilder<{ row: string }>
}
