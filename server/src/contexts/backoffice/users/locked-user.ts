import type { RoleName } from '@lapak/contract/auth/access'
import { hasRole } from '#contexts/members/members/members.ts'
import { isAdministrator, isShutOut } from '#contexts/system/approvals/approvals.ts'
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
  /** Where the page lives, without a slash at the end. */
  publicUrl(): string
}

/** Whose word it is, and why. */
export interface Word {
  by: Actor
  /** The first of two administrators. */
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
 * The member as it stands until the transaction ends. Whoever changes it is an administrator still: of two who shut each other out at
 * once the second one is none any more. And since nobody changes an own account, there is always one left.
 */
export async function lockUser(tx: Tx, by: Actor & { memberId: bigint }, id: bigint) {
  await lockCache(tx)
  if (!(await isAdministrator(tx, by.memberId))) throw new Refusal('access.denied')
  const member = await tx.selectFrom('member').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!member) throw new Refusal('not_found.member')
  const has = (role: RoleName) => hasRole(tx, id, role)
  return {
    ...member,
    administrator: await has('ROLE_ADMIN'),
    seller: await has('ROLE_SELLER'),
    // By one alone, who could otherwise take its account over and let it in again.
    shutOut: await isShutOut(tx, id),
  }
}

/** Nobody gives itself a role or another state; who tries is in the audit. Outside of any transaction, since what is noted stays. */
export async function refuseOwn(audit: Audit, by: Caller, id: bigint): Promise<void> {
  if (by.memberId !== id) return
  await audit.noteRefused({ event: 'member.change_refused', by, subject: id, after: { why: 'member.own' } })
  throw new Refusal('member.own')
}
