import { sql } from 'kysely'
import { z } from 'zod'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { bookings } from './already-requested.ts'
import { type CashMove, cashMove } from './move.ts'

/** A booking as its administrator wants it. */
export interface ManualEntry {
  move: CashMove
  reason: string
  /** The nth wanted one of these; 2 and up say "not a double". */
  counter: number
}

/**
 * What has no name cannot be known again when it is sent again, as after a lost answer. So one that is just like another of the same
 * administrator's last minute is refused, unless it says that it is one more.
 */
export async function refuseProbableDouble(read: Reader, memberId: bigint, { move, reason, counter }: ManualEntry): Promise<void> {
  if (move.reffclient !== null) return
  const known = await countLike(read, memberId, move, reason)
  if (known >= counter) throw new Refusal('cash.probable_double', { counter: known + 1 })
}

/** The same where it is written, one of an administrator's after the other. */
export async function refuseDoubleHeld(tx: Tx, memberId: bigint, entry: ManualEntry): Promise<void> {
  if (entry.move.reffclient !== null) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cash booked by ${memberId}`}, 0))`.execute(tx)
  await refuseProbableDouble(tx, memberId, entry)
}

const since = sql`now() - interval '1 minute'`

async function countLike(read: Reader, memberId: bigint, move: CashMove, reason: string): Promise<number> {
  const asked = sql`${JSON.stringify(z.encode(cashMove, move))}::jsonb - 'reffclient'`
  const { rows } = await sql<{ known: bigint }>`
    select count(*) as known from (
      select from ${bookings}
      where act = ${move.act} and asked_by = ${memberId} and reason = ${reason} and created_at > ${since} and move - 'reffclient' = ${asked}
      union all
      select from approval_request
      where kind = 'cash.move' and outcome is null and asked_by = ${memberId} and reason = ${reason} and at > ${since}
        and payload - 'reffclient' = ${asked}
    ) alike`.execute(read)
  return Number(rows[0]?.known ?? 0)
}
