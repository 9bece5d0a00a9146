import type { RawBuilder } from 'kysely'

import type { Reader } from '#db/db.ts'

/** What a feature above the ledger proves of its own rows, such as those of files that only it can read. */
export interface Evidence {
  name: string
  /** What does not hold, each as text. */
  breaches(read: Reader): Promise<string[]>
}

/** What must hold on any database at any second, as a query for the rows which break it. */
export interface Rule {
  name: string
  query: RawBuilder<{ row: string }>
}
