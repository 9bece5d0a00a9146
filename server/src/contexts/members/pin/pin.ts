import type { pinCalls } from '@lapak/contract/members/pin'
import type { BodyOf } from '@lapak/contract/shared/call'
import { hashPassword, isPasswordCorrect, type SessionAttempts, verifyPassword } from '#contexts/members/passwords/passwords.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { pinChanged, pinRemoved } from './emails.ts'

export interface PinDeps {
  db: Database
  audit: Audit
  outbox: Outbox
  sessionAttempts: SessionAttempts
}

/** Sets or changes the PIN; an empty PIN removes it. Requires the password, so a member that forgot the PIN can set a new one. */
export async function changePin(deps: PinDeps, by: Caller, asked: BodyOf<typeof pinCalls.change>) {
  const { db, audit, outbox, sessionAttempts } = deps
  const { memberId } = by
  const { pin } = asked
  if (isTooSimple(pin)) throw new Refusal('pin.too_simple', {}, { field: 'pin' })
  const member = await verifyPassword(deps, by, asked.password)
  if (member === null) throw new Refusal('access.old_password', {}, { errors: { password: 'Password salah' } })
  const pin_hash = pin === '' ? null : await hashPassword(pin)
  await db.transaction(async (tx) => {
    if (pin_hash === null) await tx.deleteFrom('transaction_pin').where('member_id', '=', memberId).execute()
    else {
      await tx
        .insertInto('transaction_pin')
        .values({ member_id: memberId, pin_hash })
        .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ pin_hash, created_at: new Date() }))
        .execute()
    }
    await sessionAttempts.forget(tx, by, 'pin')
    await outbox.sendEmail(tx, { memberId, email: member.email }, pin_hash === null ? pinRemoved : pinChanged)
    await audit.record(tx, { event: pin_hash === null ? 'pin.removed' : 'pin.changed', by, subject: memberId })
  })
}

const findPin = (db: Database, memberId: bigint) =>
  db.read.selectFrom('transaction_pin').select('pin_hash').where('member_id', '=', memberId).executeTakeFirst()

type PinCheckDeps = Pick<PinDeps, 'db' | 'sessionAttempts'>

/** Refuses unless the member has no PIN or the given PIN is correct. */
export async function requirePin(deps: PinCheckDeps, by: Caller, given: string): Promise<void> {
  if (!(await findPin(deps.db, by.memberId))) return
  if (given === '') throw new Refusal('purchase.pin_needed', {}, { field: 'pin' })
  await verifyPin(deps, by, given)
}

/** Throws unless the given PIN is the PIN of the member. The attempt is counted before the PIN is checked. */
export async function verifyPin({ db, sessionAttempts }: PinCheckDeps, by: Caller, given: string): Promise<void> {
  const known = await findPin(db, by.memberId)
  if (!known) throw new Refusal('purchase.pin_wrong', {}, { field: 'pin' })
  const fits = await sessionAttempts.attempt(by, 'pin', () => isPasswordCorrect(known.pin_hash, given))
  if (!fits) throw new Refusal('purchase.pin_wrong', {}, { field: 'pin' })
}

const row = '0123456789012345'
const rows = [row, [...row].reverse().join('')]

/** True for a part of the row of digits in either direction, or for up to three digits that repeat. */
const isTooSimple = (pin: string): boolean => pin !== '' && (rows.some((one) => one.includes(pin)) || /^(\d{1,3})\1+$/.test(pin))
