import { sql } from 'kysely'
import { cashOutHistories } from '#contexts/funds/cash-outs/cash-outs.ts'
import { ticketHistories } from '#contexts/funds/top-ups/top-ups.ts'
import type { Reader } from '#db/db.ts'
import type { LedgerEvent } from '#db/schema.ts'
import type { Movement } from '#ledger/statement.ts'
import { type Cause, debtReason, type Sale } from './labels.ts'

/** The rows that demanded these movements, asked for by their numbers once the page is cut; by `keyOf`. */
export async function causesOf(read: Reader, installation: string, movements: readonly Movement[]): Promise<Map<string, Cause>> {
  const numbers = (kind: string) => [...new Set(movements.filter(({ event }) => kindOf(event) === kind).map(({ reference }) => reference))]
  const causes = new Map<string, Cause>()
  for (const { attempt, ...sale } of await salesOf(read, numbers('purchase'))) causes.set(`purchase ${attempt}`, { sale })
  for (const ticket of await ticketHistories(read, installation, numbers('deposit'))) causes.set(`deposit ${ticket.id}`, { ticket })
  for (const ticket of await cashOutHistories(read, installation, numbers('cash_out'))) causes.set(`cash_out ${ticket.id}`, { ticket })
  for (const { id, reason } of await adjustmentsOf(read, numbers('adjustment'))) causes.set(`adjustment ${id}`, { reason })
  for (const id of numbers('debt')) causes.set(`debt ${id}`, { reason: debtReason })
  return causes
}

export const keyOf = ({ event, reference }: Movement): string => `${kindOf(event)} ${reference}`

/** The events of one business row begin alike. */
const kindOf = (event: LedgerEvent): string => event.slice(0, event.indexOf('.'))

async function salesOf(read: Reader, attempts: bigint[]): Promise<(Sale & { attempt: bigint })[]> {
  if (attempts.length === 0) return []
  return read
    .selectFrom('attempt')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .select(['attempt.id as attempt', 'purchase.reffclient', 'purchase.product_code as productcode', 'purchase.target'])
    .where(sql<boolean>`attempt.id = any(${attempts}::bigint[])`)
    .execute()
}

async function adjustmentsOf(read: Reader, ids: bigint[]): Promise<{ id: bigint; reason: string }[]> {
  if (ids.length === 0) return []
  return read.selectFrom('adjustment').select(['id', 'reason']).where(sql<boolean>`id = any(${ids}::bigint[])`).execute()
}
