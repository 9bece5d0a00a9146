import type { RoleName } from '@lapak/contract/auth/access'
import type { Reader, Tx } from '#db/db.ts'

/** Roles give a member rights from its next API call on. Changes of roles require a transaction with the cache lock. */

export async function hasRole(read: Reader, memberId: bigint, name: RoleName): Promise<boolean> {
  const role = await read
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .select('role.id')
    .where('member_role.member_id', '=', memberId)
    .where('role.name', '=', name)
    .executeTakeFirst()
  return role !== undefined
}

/** False if the member already has the role. */
export async function grantRole(tx: Tx, memberId: bigint, name: RoleName): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('member_role')
    .columns(['member_id', 'role_id'])
    .expression(
      tx
        .selectFrom('role')
        .select((select) => [select.val(memberId).as('member_id'), 'id'])
        .where('name', '=', name),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** False if the member does not have the role. */
export async function revokeRole(tx: Tx, memberId: bigint, name: RoleName): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('member_role')
    .where('member_id', '=', memberId)
    .where('role_id', 'in', tx.selectFrom('role').select('id').where('name', '=', name))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
