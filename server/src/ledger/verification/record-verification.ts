import { sql } from 'kysely'
import type { Database } from '#db/db.ts'
import type { Evidence } from './rule.ts'
import { type Breach, checkLedger, ruleNames } from './verification.ts'

/** Verifies the ledger and stores the result permanently. */
export async function recordVerification(db: Database, brought: readonly Evidence[]): Promise<Breach[]> {
  const began = performance.now()
  const breaches = await checkLedger(db, brought)
  const took = Math.round(performance.now() - began)
  const found = JSON.stringify(breaches)
  await db.transaction((tx) =>
    sql`insert into ledger_check (took_ms, rules, breaches) values (${took}, ${ruleNames.length + brought.length}, ${found}::jsonb)`.execute(
      tx,
    ),
  )
  return breaches
}
