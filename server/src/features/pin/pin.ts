import type { BodyOf } from '@lapak/contract/call'
import type { pinCalls } from '@lapak/contract/pin'
import type { Database } from '#core/db.ts'
import { forgetGuesses, guess } from '#core/guessing.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Audit } from '../audit/audit.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { hashPassword, passwordFits, proveByPassword } from '../passwords/passwords.ts'
import { pinChanged, pinRemoved } from './letters.ts'

export interface PinDeps {
  db: Database
  audit: Audit
  outbox: Outbox
}

/** Guesses of one member, wherever they come from. */
const subjectOf = (memberId: bigint) => `pin:${memberId}`

/** Sets, changes or (empty) removes the PIN; the password proves who asks, so a forgotten PIN locks nobody out. */
export async function changePin({ db, audit, outbox }: PinDeps, by: Caller, asked: BodyOf<typeof pinCalls.change>) {
  const { memberId } = by
  const { pin } = asked
  if (isTooSimple(pin)) throw new Refusal('pin.too_simple', {}, { field: 'pin' })
  const member = await proveByPassword(db, memberId, asked.password)
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
    // Who tried the old one is no hindrance to the new one.
    await forgetGuesses(tx, [subjectOf(memberId)])
    await outbox.mail(tx, { memberId, email: member.email }, pin_hash === null ? pinRemoved : pinChanged)
    await audit.note(tx, { event: pin_hash === null ? 'pin.removed' : 'pin.changed', by, subject: memberId })
  })
}

const findPin = (db: Database, memberId: bigint) =>
  db.read.selectFrom('transaction_pin').select('pin_hash').where('member_id', '=', memberId).executeTakeFirst()

/** Passes members without a PIN, and those who give theirs. */
export async function requirePin(db: Database, memberId: bigint, given: string): Promise<void> {
  if (!(await findPin(db, memberId))) return
  if (given === '') throw new Refusal('purchase.pin_needed', {}, { field: 'pin' })
  await provePin(db, memberId, given)
}

/** Throws unless this is the PIN of a member who has one. A try is counted before it is looked at. */
export async function provePin(db: Database, memberId: bigint, given: string): Promise<void> {
  const known = await findPin(db, memberId)
  if (!known) throw new Refusal('purchase.pin_wrong', {}, { field: 'pin' })
  const fits = await guess(db, { subject: subjectOf(memberId) }, () => passwordFits(known.pin_hash, given))
  if (!fits) throw new Refusal('purchase.pin_wrong', {}, { field: 'pin' })
}

const row = '0123456789012345'
const rows = [row, [...row].reverse().join('')]

/** A piece of the row of digits, either way; or up to three digits over and over. */
const isTooSimple = (pin: string): boolean => pin !== '' && (rows.some((one) => one.includes(pin)) || /^(\d{1,3})\1+$/.test(pin))
