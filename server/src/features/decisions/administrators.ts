import type { RoleName } from '@lapak/contract/access'
import { sql } from 'kysely'
import type { Reader, Tx } from '#core/db.ts'

const role: RoleName = 'ROLE_ADMIN'

const administrators = (read: Reader) =>
  read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .innerJoin('member', 'member.id', 'member_role.member_id')
    .select('member.id')
    .where('role.name', '=', role)
    .where('member.status', '>', 0)

/** All of them, to write to. */
export const listAdministrators = (tx: Tx): Promise<{ id: bigint; email: string }[]> => administrators(tx).select('member.email').execute()

export async function administratorsAmong(read: Reader, memberIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await administrators(read).where(sql<boolean>`member.id = any(${memberIds}::bigint[])`).execute()
  return rows.map(({ id }) => id)
}

/** Still one, and until the end of the transaction: a role that is being taken away waits. */
export async function isAdministrator(tx: Tx, memberId: bigint): Promise<boolean> {
  return (await administrators(tx).where('member.id', '=', memberId).forShare('member_role').executeTakeFirst()) !== undefined
}

/** Whether somebody else than these could agree. */
export async function hasSecondAdministrator(tx: Tx, ...others: bigint[]): Promise<boolean> {
  return (await administrators(tx).where('member.id', 'not in', others).limit(1).executeTakeFirst()) !== undefined
}
