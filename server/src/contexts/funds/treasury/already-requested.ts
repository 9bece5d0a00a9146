import { sql } from 'kysely'
import { z } from 'zod'
import { openRequests } from '#contexts/system/approvals/approvals.ts'
import type { Reader } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { type CashMove, cashMove } from './move.ts'

type Sent = z.input<typeof cashMove>

/**
 * Returns `done` if the booking with this reference is booked, `approval_requested` if it waits for the approval of a second administrator, and null otherwise.
 * Refused if the reference belongs to a different booking.
 */
export async function isAlreadyRequested(read: Reader, move: CashMove): Promise<'done' | 'approval_requested' | null> {
  const { reffclient } = move
  if (reffclient === null) return null
  // Waiting requests are read first. So a request that is approved between the two queries is found by the second query.
  const waiting = await waitingAs(read, move.act, reffclient)
  const done = await bookedAs(read, move.act, reffclient)
  const known = done ?? waiting
  if (known === null) return null
  if (!isSame(known, z.encode(cashMove, move))) throw new Refusal('ticket.reference_used', { reffclient })
  return done === null ? 'approval_requested' : 'done'
}

const isSame = (one: Sent, other: Sent): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Whether the booking is booked; a request that still waits for an approval does not count. */
export const isBooked = async (read: Reader, { act, reffclient }: CashMove): Promise<boolean> =>
  reffclient !== null && (await bookedAs(read, act, reffclient)) !== null

async function bookedAs(read: Reader, act: CashMove['act'], reffclient: string): Promise<Sent | null> {
  const { rows } = await sql<{ move: unknown }>`
    select move from ${manualBookings} where act = ${act} and reffclient = ${reffclient}`.execute(read)
  return sentOf(rows[0]?.move)
}

/** All bookings by hand, in the form of their requests. */
export const manualBookings = sql`(
    select 'transfer' as act, asked_by, reason, created_at, reffclient,
      jsonb_build_object('act', 'transfer', 'from', from_code, 'to', to_code, 'amount', amount, 'reffclient', reffclient) as move
    from cash_transfer
    union all
    select 'correction', asked_by, reason, created_at, reffclient,
      jsonb_build_object('act', 'correction', 'code', cash_code, 'kind', kind, 'amount', amount, 'reffclient', reffclient)
    from cash_correction
    union all
    select 'adjustment', asked_by, reason, created_at, reffclient,
      jsonb_build_object('act', 'adjustment', 'member', member_id, 'amount', amount, 'reffclient', reffclient)
    from adjustment
  ) bookings`

async function waitingAs(read: Reader, act: CashMove['act'], reffclient: string): Promise<Sent | null> {
  const waiting = await openRequests(read, 'cash.move', subjectOf(act, reffclient)).select('payload').executeTakeFirst()
  return sentOf(waiting?.payload)
}

/** Decoding and encoding puts the fields in the order of the schema, so that two bookings can be compared as text. */
const sentOf = (stored: unknown): Sent | null => (stored === undefined ? null : z.encode(cashMove, cashMove.decode(stored as Sent)))

/** The subject of the approval request contains the reference, so that a booking cannot wait for approval twice. */
export const subjectOf = (act: CashMove['act'], name: string): string => `${act} ${name}`
