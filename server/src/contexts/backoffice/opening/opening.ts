import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'

export { type OpeningDeps, readReadiness } from './opening.queries.ts'

/** Hides the checklist from all administrators, for good. A repeated request changes nothing. */
export function hideOpening({ db, audit }: { db: Database; audit: Audit }, by: Caller): Promise<void> {
  return db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('opening_checklist')
      .values({ hidden_by: by.memberId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 0n) await audit.record(tx, { event: 'opening.hidden', by, subject: '' })
  })
}
