import { localPhone } from '#contexts/members/otp/otp.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import { type Tx, violatesConstraint } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

/**
 * All changes of rows of `member`: features call these functions, and no other code writes the table. Each function sets only the columns that it
 * changes, because writing a cached column, even with the same value, makes every process read the member again. A change of a cached column requires
 * the cache lock, or must be the first statement of its transaction.
 */

/** The data that a person enters at sign-up. */
export interface Chosen {
  name: string
  phone: string | null
  passwordHash: string
}

const waitingForCompletion = 1

/** Adds a member after its sign-up. Its state is "waiting for completion" until its profile is complete (A-OPEN-12). */
export async function addMember(tx: Tx, { name, email, phone, passwordHash }: Chosen & { email: string }): Promise<bigint> {
  const { id } = await tx
    .insertInto('member')
    .values({ name, email, phone, password_hash: passwordHash, status: waitingForCompletion })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Closes the account of a member that leaves, so that it cannot sign in and its shop sells nothing. False if the account is already closed or
 * blocked.
 */
export async function closeMember(tx: Tx, id: bigint): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ status: 0, shop_open: false, updated_at: new Date() })
    .where('id', '=', id)
    .where('status', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Reopens an account that was closed when the member left, because its final cash-out was returned. False if the account is open or blocked by an
 * administrator.
 */
export async function reopenMember(tx: Tx, id: bigint): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ status: 2, updated_at: new Date() })
    .where('id', '=', id)
    .where('status', '=', 0)
    // A member that was blocked in the meantime stays blocked until an administrator unblocks it.
    .where('id', 'not in', tx.selectFrom('member_block').select('member_id'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The fields of a member that administrators may change. */
interface Fields {
  name: string
  email: string
  phone: string | null
  phone_verified_at: Date | null
  address: string | null
  contact: string | null
  province_id: bigint | null
  city_id: bigint | null
  district_id: bigint | null
}

/** Refused if another member has the e-mail address. */
export async function changeFields(tx: Tx, id: bigint, fields: Partial<Fields>): Promise<void> {
  await tx
    .updateTable('member')
    .set({ ...fields, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      throw violatesConstraint(error, 'member_email') ? new Refusal('member.email_taken', {}, { field: 'memberemail' }) : error
    })
}

/** Before the activation the e-mail address is not verified, so the data of a sign-up is stored in the member only now. */
export async function activateMember(tx: Tx, id: bigint, { name, phone, passwordHash }: Chosen): Promise<void> {
  await tx
    .updateTable('member')
    .set({ name, phone, password_hash: passwordHash, activated: true, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** False if the password has changed since it was verified. */
export async function setPassword(tx: Tx, id: bigint, { before, after }: { before: string; after: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ password_hash: after, updated_at: new Date() })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Removes the verification of a phone that was verified after `since`, so that codes are sent by e-mail and another number can replace it. Returns
 * the number in local form with the middle hidden; null if there is no verified number, or if it was verified earlier.
 */
export async function removeRecentPhoneVerification(
  tx: Tx,
  audit: Audit,
  { by, memberId, since }: { by: Actor; memberId: bigint; since: Date },
): Promise<string | null> {
  const released = await tx
    .updateTable('member')
    .set({ phone_verified_at: null, updated_at: new Date() })
    .where('id', '=', memberId)
    .where('phone_verified_at', '>', since)
    .returning('phone')
    .executeTakeFirst()
  if (!released?.phone) return null
  await audit.record(tx, { event: 'phone.released', by, subject: memberId, before: { end: released.phone.slice(-4) } })
  return maskedPhone(released.phone)
}

/** The local form of a number with its middle hidden, because e-mails are kept for a long time. */
export const maskedPhone = (e164: string): string => `${localPhone(e164).slice(0, 4)}••••${e164.slice(-4)}`

export async function recordActivity(tx: Tx, id: bigint): Promise<void> {
  await tx.updateTable('member').set({ last_active_at: new Date() }).where('id', '=', id).execute()
}

/** The list of IP addresses from which API keys without their own list may be used. */
export async function setAllowedAddresses(tx: Tx, id: bigint, list: string): Promise<void> {
  await tx.updateTable('member').set({ allowed_addresses: list, updated_at: new Date() }).where('id', '=', id).execute()
}

interface CallbackSetting {
  callback_url: string
  /** The secret in encrypted form. */
  callback_secret: Buffer
}

export async function setCallback(tx: Tx, id: bigint, setting: Partial<CallbackSetting>): Promise<void> {
  await tx
    .updateTable('member')
    .set({ ...setting, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Of two concurrent calls, the first sets the secret, and both return this secret. */
export async function setFirstCallbackSecret(tx: Tx, id: bigint, encrypted: Buffer): Promise<Buffer | null> {
  await tx.updateTable('member').set({ callback_secret: encrypted }).where('id', '=', id).where('callback_secret', 'is', null).execute()
  const { callback_secret } = await tx.selectFrom('member').select('callback_secret').where('id', '=', id).executeTakeFirstOrThrow()
  return callback_secret
}

/** Removes the callback URL because its server refused it permanently. A different URL that the member has set meanwhile stays. */
export async function removeCallbackUrl(tx: Tx, id: bigint, url: string): Promise<void> {
  await tx.updateTable('member').set({ callback_url: '' }).where('id', '=', id).where('callback_url', '=', url).execute()
}

export async function setShopOpen(tx: Tx, id: bigint, open: boolean): Promise<void> {
  await tx.updateTable('member').set({ shop_open: open, updated_at: new Date() }).where('id', '=', id).execute()
}

/** The hours in the format of the market snapshot (shop-hours.ts); null means always open. */
export async function setShopHours(tx: Tx, id: bigint, hours: number[] | null): Promise<void> {
  await tx.updateTable('member').set({ shop_hours: hours, updated_at: new Date() }).where('id', '=', id).execute()
}

/** Resets `apitest`: 1 means that the seller still has to test and save the API (S-OPEN-02). */
export async function endApiTest(tx: Tx, id: bigint): Promise<void> {
  const { api_test } = await tx.selectFrom('member').select('api_test').where('id', '=', id).executeTakeFirstOrThrow()
  if (api_test === 1) await tx.updateTable('member').set({ api_test: 0 }).where('id', '=', id).execute()
}
