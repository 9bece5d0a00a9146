import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'
import { rulesOfAudit } from './audited.ts'
import { rulesOfBooks } from './books.ts'
import { rulesOfDebts } from './debts.ts'
import { rulesOfDestinations } from './destinations.ts'
import { rulesOfKeys } from './once.ts'
import type { Evidence, Rule } from './rule.ts'
import { rulesOfSales } from './sales.ts'
import { rulesOfStatements } from './statements.ts'
import { rulesOfSums } from './sums.ts'
import { rulesOfTickets } from './tickets.ts'
import { rulesOfTransfers } from './transfers.ts'

/**
 * The proof that nothing was lost and nothing made up: the books by themselves, every event against the row of the business
 * that caused it, and every row against the books. Each rule is one pass, whatever the number of purchases.
 */
const rules: Rule[] = [
  ...rulesOfBooks,
  ...rulesOfTransfers,
  ...rulesOfTickets,
  ...rulesOfAudit,
  ...rulesOfDestinations,
  ...rulesOfKeys,
  ...rulesOfStatements,
  ...rulesOfSales,
  ...rulesOfDebts,
  ...rulesOfSums,
]

export const ruleNames = rules.map((rule) => rule.name)

export interface Breach {
  rule: string
  /** The first broken row, as text. */
  row: string
}

/** Proves every rule in one snapshot, and what is brought besides; answers the first breach of each that does not hold. */
export const checkLedger = (db: Database, brought: readonly Evidence[] = []): Promise<Breach[]> =>
  db.snapshot((read) => breachesIn(read, brought))

/** The same in a transaction that runs already. */
export async function breachesIn(read: Reader, brought: readonly Evidence[] = []): Promise<Breach[]> {
  await sql`set local statement_timeout = 0`.execute(read)
  // Every rule reads whole tables. A plan for few rows, made where nothing was analysed, would compare each with each.
  await sql`set local enable_nestloop = off`.execute(read)
  await sql`set local work_mem = '64MB'`.execute(read)
  const breaches: Breach[] = []
  for (const rule of rules) breaches.push(...(await broken(read, rule)))
  for (const { name, breaches: find } of brought) breaches.push(...(await find(read)).slice(0, 1).map((row) => ({ rule: name, row })))
  return breaches
}

async function broken(read: Reader, { name, query }: Rule): Promise<Breach[]> {
  // Not by `limit`, which prefers plans that are quick to find one row among many broken ones, and slow where there is none.
  const { rows } = await sql<{ row: string }>`select min(row) as row from (${query}) as broken having min(row) is not null`.execute(read)
  return rows.map(({ row }) => ({ rule: name, row }))
}
