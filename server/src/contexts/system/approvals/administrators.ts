import type { RoleName } from '@lapak/contract/auth/access'
import { sql } from 'kysely'
import type { Reader, Tx } from '#db/db.ts'

const role: RoleName = 'ROLE_ADMIN'

const administrators = (read: Reader) =>
  read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .innerJoin('member', 'member.id', 'member_role.member_id')
    .select('member.id')
    .where('role.name', '=', role)
    .where('member.status', '>', 0)

/** All of them, to write to; a number only where its owner proved it. */
export const listAdministrators = (tx: Tx): Promise<{ id: bigint; email: string; phone: string | null }[]> =>
  administrators(tx)
    .select(['member.email', sql<string | null>`case when phone_verified_at is not null then phone end`.as('phone')])
    .execute()

export async function administratorsAmong(read: Reader, memberIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await administrators(read).where(sql<boolean>`member.id = any(${memberIds}::bigint[])`).execute()
  return rows.map(({ id }) => id)
}

/** Still one, and until the end of the transaction: a role that is being taken away waits. */
export async function isAdministrator(tx: Tx, memberId: bigint): Promise<boolean> {
  return (await administrators(tx).where('member.id', '=', memberId).forShare('member_role').executeTakeFirst()) !== undefined
}

/**
 * Whether somebody else than these could agree, or could have agreed had one of them not shut it out: who steals the session of one of two
 * administrators would otherwise be alone after the first call.
 */
export async function hasSecondAdministrator(read: Reader, ...others: bigint[]): Promise<boolean> {
  const another = await administrators(read).where('member.id', 'not in', others).limit(1).executeTakeFirst()
  return another !== undefined || (await hasShutOut(read, others))
}

/** Long enough for the one who was shut out to be heard; then the house goes on with the one who is left. */
const shutOutCounts = sql`interval '3 days'`

const hasShutOut = async (read: Reader, these: bigint[]): Promise<boolean> =>
  (await read
    .selectFrom('blocked_administrator')
    .select('member_id')
    .where('blocked_by', 'in', these)
    .where('member_id', 'not in', these)
    .where('blocked_at', '>', sql<Date>`now() - ${shutOutCounts}`)
    .executeTakeFirst()) !== undefined

/** An administrator is none any more, by the word of one alone. */
export async function noteShutOut(tx: Tx, memberId: bigint, by: bigint): Promise<void> {
  await tx
    .insertInto('blocked_administrator')
    .values({ member_id: memberId, blocked_by: by })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ blocked_by: by, blocked_at: sql<Date>`now()` }))
    .execute()
}

/** Whether an administrator was shut out by one alone so short a time ago that it still counts. */
export const isShutOut = async (tx: Tx, memberId: bigint): Promise<boolean> =>
  (await tx
    .selectFrom('blocked_administrator')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('blocked_at', '>', sql<Date>`now() - ${shutOutCounts}`)
    .executeTakeFirst()) !== undefined

/** Is one again. */
export async function forgetShutOut(tx: Tx, memberId: bigint): Promise<void> {
  await tx.deleteFrom('blocked_administrator').where('member_id', '=', memberId).execute()
}
