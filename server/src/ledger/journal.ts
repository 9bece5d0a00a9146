import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import type { LedgerEvent } from '#db/schema.ts'
import { type Days, entrySetRange, type SetRange } from './statement.ts'

/*
 * The journal: every entry of the ledger in order. It is read in batches that continue after the last entry, so that a long journal needs no more
 * memory than a short one.
 */

/**
 * The range of entry sets of these days that are already booked. Without this upper end, entries that are booked during the export would extend the
 * export forever.
 */
export async function bookedSets(read: Reader, days: Days): Promise<SetRange> {
  const { first, beyond } = await entrySetRange(read, days)
  const { rows } = await sql<{ newest: bigint }>`select coalesce(max(set_id), 0) as newest from entry`.execute(read)
  const next = (rows[0]?.newest ?? 0n) + 1n
  return { first, beyond: beyond < next ? beyond : next }
}

export interface JournalLine {
  set_id: bigint
  leg: number
  account_id: bigint
  /** A positive amount is a credit. */
  amount: bigint
  event: LedgerEvent
  reference: bigint
  at: Date
}

/** All entries of these sets in batches; each batch is read when it is requested. */
export async function* journalOf(read: Reader, { first, beyond }: SetRange, batchSize: number): AsyncGenerator<JournalLine[]> {
  let last = { set_id: first, leg: 0 }
  for (let more = true; more; ) {
    const { rows } = await sql<JournalLine>`
      select set_id, leg, account_id, amount, event, reference, at from entry
      where (set_id, leg) > (${last.set_id}, ${last.leg}) and set_id < ${beyond}
      order by set_id, leg limit ${batchSize}`.execute(read)
    if (rows.length > 0) yield rows
    last = rows.at(-1) ?? last
    more = rows.length === batchSize
  }
}

/** The number of entries of these sets, counted up to `max`. */
export async function countJournal(read: Reader, { first, beyond }: SetRange, max: number): Promise<number> {
  const { rows } = await sql<{ found: bigint }>`
    select count(*) as found from (select from entry where set_id >= ${first} and set_id < ${beyond} limit ${max}) as entry`.execute(read)
  return Number(rows[0]?.found ?? 0)
}
