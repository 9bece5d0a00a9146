import type { RoleName } from '@lapak/contract/auth/access'
import { sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

const role: RoleName = 'ROLE_ADMIN'

/** One who was invited and has not chosen a password yet can neither approve nor read anything, and the address is not verified. */
const administrators = (read: Reader) =>
  read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .innerJoin('member', 'member.id', 'member_role.member_id')
    .select('member.id')
    .where('role.name', '=', role)
    .where('member.status', '>', 0)
    .where('member.activated', '=', true)

/** Whether anybody has the role, also somebody who is blocked or has not activated the account. */
export const isRoleGiven = async (read: Reader, name: RoleName): Promise<boolean> =>
  (await read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .select('role.id')
    .where('role.name', '=', name)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The number of those who have the role, also of those who have not activated the account yet. */
export async function countAdministrators(read: Reader): Promise<number> {
  const { count } = await read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .innerJoin('member', 'member.id', 'member_role.member_id')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('role.name', '=', role)
    .where('member.status', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** All administrators, for notifications; `phone` only when it is verified. */
export const listAdministrators = (tx: Tx): Promise<{ id: bigint; email: string; phone: string | null }[]> =>
  administrators(tx)
    .select(['member.email', sql<string | null>`case when phone_verified_at is not null then phone end`.as('phone')])
    .execute()

export async function administratorsAmong(read: Reader, memberIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await administrators(read).where(sql<boolean>`member.id = any(${memberIds}::bigint[])`).execute()
  return rows.map(({ id }) => id)
}

/** Whether the member is an administrator. Locks the role until the end of the transaction, so that removing it waits. */
export async function isAdministrator(tx: Tx, memberId: bigint): Promise<boolean> {
  return (await administrators(tx).where('member.id', '=', memberId).forShare('member_role').executeTakeFirst()) !== undefined
}

/**
 * Refuses a decision of a member who is no longer an administrator. Called in the transaction of the decision, after its subject was locked: the role
 * may have been removed while the decision waited, or between two decisions of one call.
 */
export async function requireAdministrator(tx: Tx, memberId: bigint): Promise<void> {
  if (!(await isAdministrator(tx, memberId))) throw new Refusal('access.denied')
}

/**
 * Whether an administrator other than `others` could approve, or could have approved if one of `others` had not blocked that administrator lately.
 * Otherwise an attacker with the session of one of two administrators could block the second administrator and then decide without approval.
 */
export async function hasSecondAdministrator(read: Reader, ...others: bigint[]): Promise<boolean> {
  const another = await administrators(read).where('member.id', 'not in', others).limit(1).executeTakeFirst()
  return another !== undefined || (await hasShutOut(read, others))
}

/**
 * How long a blocked administrator still counts as a second administrator: long enough to object. After that, the remaining administrator may decide
 * without approval.
 */
const shutOutCounts = sql`interval '3 days'`

const hasShutOut = async (read: Reader, these: bigint[]): Promise<boolean> =>
  (await read
    .selectFrom('blocked_administrator')
    .select('member_id')
    .where('blocked_by', 'in', these)
    .where('member_id', 'not in', these)
    .where('blocked_at', '>', sql<Date>`now() - ${shutOutCounts}`)
    .executeTakeFirst()) !== undefined

/** Records that a single administrator removed the administrator `memberId`. */
export async function recordShutOut(tx: Tx, memberId: bigint, by: bigint): Promise<void> {
  await tx
    .insertInto('blocked_administrator')
    .values({ member_id: memberId, blocked_by: by })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ blocked_by: by, blocked_at: sql<Date>`now()` }))
    .execute()
}

/** Whether a single administrator removed this administrator so recently that the removed one still counts as a second administrator. */
export const isShutOut = async (tx: Tx, memberId: bigint): Promise<boolean> =>
  (await tx
    .selectFrom('blocked_administrator')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('blocked_at', '>', sql<Date>`now() - ${shutOutCounts}`)
    .executeTakeFirst()) !== undefined

/** Deletes the record of a removal, because the member is an administrator again. */
export async function deleteShutOut(tx: Tx, memberId: bigint): Promise<void> {
  await tx.deleteFrom('blocked_administrator').where('member_id', '=', memberId).execute()
}
