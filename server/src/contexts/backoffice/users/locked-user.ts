import type { RoleName } from '@lapak/contract/auth/access'
import { hasRole } from '#contexts/members/members/members.ts'
import { isShutOut, requireAdministrator } from '#contexts/system/approvals/approvals.ts'
import type { Actor, Audit } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'

export interface UserDeps {
  db: Database
  audit: Audit
  outbox: Outbox
  /** The URL of the web app, without a trailing slash. */
  publicUrl(): string
}

/** The administrators who decided on a change, and the reason. */
export interface Word {
  by: Actor
  /** The administrator who requested the change, if a second one approved it; otherwise null. */
  askedBy: bigint | null
  reason: string
}

const columns = [
  'id',
  'name',
  'email',
  'phone',
  'phone_verified_at',
  'address',
  'contact',
  'province_id',
  'city_id',
  'district_id',
  'status',
  'activated',
  'updated_at',
] as const

export type HeldUser = Awaited<ReturnType<typeof lockUser>>

/**
 * Locks the member until the transaction ends. Refused if the caller is no longer an administrator: of two administrators who block each other
 * concurrently, only the first call succeeds. Since administrators cannot change their own account, at least one administrator always remains.
 */
export async function lockUser(tx: Tx, by: Actor & { memberId: bigint }, id: bigint) {
  await lockCache(tx)
  await requireAdministrator(tx, by.memberId)
  const member = await tx.selectFrom('member').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!member) throw new Refusal('not_found.member')
  const has = (role: RoleName) => hasRole(tx, id, role)
  return {
    ...member,
    administrator: await has('ROLE_ADMIN'),
    seller: await has('ROLE_SELLER'),
    // True if a single administrator blocked this member or took its administrator role. That administrator could otherwise take over the account and
    // unblock it.
    shutOut: await isShutOut(tx, id),
  }
}

/**
 * Refuses a change of the caller's own account and audits the attempt. Must be called outside of a transaction, so that the audit entry is not rolled
 * back.
 */
export async function refuseOwn(audit: Audit, by: Caller, id: bigint): Promise<void> {
  if (by.memberId !== id) return
  await audit.recordRefused({ event: 'member.change_refused', by, subject: id, after: { why: 'member.own' } })
  throw new Refusal('member.own')
}
