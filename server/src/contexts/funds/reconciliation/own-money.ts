import { sql } from 'kysely'
import { creditedElsewhere, creditedText, notifyOwnMoney } from '#contexts/funds/bank-statements/bank-statements.ts'
import { type Audit, systemActor } from '#contexts/system/audit/audit.ts'
import type { Tx } from '#db/db.ts'
import { startOfJakartaDay } from '#shared/clock.ts'
import type { Log } from '#shared/log.ts'
import { wholeRupiah } from '#shared/money/sen.ts'
import type { Found, Unit } from './differences.ts'

/** From the start to the middle of a day. */
const halfDayMs = 12 * 3_600_000

/**
 * A withdrawal from the provider that nobody has booked may have come to a bank before the provider's record was read, and paid a ticket there. The
 * difference tells the ticket, and administrators are told once.
 */
export async function alertUnbookedWithdrawals(
  { audit, installation, log }: { audit: Audit; installation: string; log: Log },
  tx: Tx,
  unit: Unit,
  found: readonly Found[],
): Promise<Found[]> {
  const listed: Found[] = []
  for (const one of found) {
    const amount = one.kind === 'not_in_books' && one.theirs !== null && one.theirs < 0n ? wholeRupiah(-one.theirs) : null
    const at = new Date(startOfJakartaDay(unit.day).getTime() + halfDayMs)
    const credited = amount === null ? null : await creditedElsewhere(tx, { bank: '06', accountNo: '', amount, at })
    if (credited === null) {
      listed.push(one)
      continue
    }
    const detail = `${one.detail}; ${creditedText(installation, credited)}`
    if (!(await isStored(tx, unit, one))) {
      notifyOwnMoney(tx, { key: `provider ${one.reference} own money`, text: detail, link: '/rekonsiliasi?tab=penyedia' })
      const after = { withdrawal: one.reference, ticket: credited.ticket }
      await audit.record(tx, { event: 'statement.perhaps_own', by: systemActor, subject: credited.id, after })
      log.warn({ transaction: one.reference, statement: String(credited.id) }, 'a withdrawal from the provider may have paid a ticket')
    }
    listed.push({ ...one, detail })
  }
  return listed
}

async function isStored(tx: Tx, { scope, key }: Unit, { kind, reference }: Found): Promise<boolean> {
  const { rows } = await sql`
    select from reconciliation_difference where scope = ${scope} and key = ${key} and kind = ${kind} and reference = ${reference} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
