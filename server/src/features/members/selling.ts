import type { RoleName } from '@lapak/contract/access'
import { approvalLevels } from '@lapak/contract/seller-applications'
import type { Tx } from '#core/db.ts'

/** How a member comes to sell, and ceases to. All of it in a transaction that holds the lock of the mirror. */

const sellerRole: RoleName = 'ROLE_SELLER'

interface Documents {
  ktp: string
  npwp: string | null
}

/** An administrator looks at them next; its server is to be tested afterwards (S-REG-10, S-REG-15). */
export async function applyToSell(tx: Tx, id: bigint, { ktp, npwp }: Documents): Promise<void> {
  const now = new Date()
  await tx
    .updateTable('member')
    .set({
      ktp,
      npwp,
      admin_confirmation: approvalLevels.waiting,
      api_test: 1,
      documents_sent_at: now,
      seller_rejection: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** What is decided about is no longer what was sent: who looked before has to look again. Nothing waits otherwise. */
export async function changeApplication(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable('member')
    .set({ documents_sent_at: new Date() })
    .where('id', '=', id)
    .where('admin_confirmation', '=', approvalLevels.waiting)
    .execute()
}

/** From the next call on, without signing in again. */
export async function beginSelling(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable('member')
    .set({ admin_confirmation: approvalLevels.approved, seller_rejection: null, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('member_role')
    .columns(['member_id', 'role_id'])
    .expression(
      tx
        .selectFrom('role')
        .select((select) => [select.val(id).as('member_id'), 'id'])
        .where('name', '=', sellerRole),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether the member has the role. Under the lock of the mirror it stays so: who asked may have lost it since. */
export async function mayGoOnSelling(tx: Tx, id: bigint): Promise<boolean> {
  const role = await tx
    .selectFrom('member_role')
    .innerJoin('role', 'role.id', 'member_role.role_id')
    .select('role.id')
    .where('member_role.member_id', '=', id)
    .where('role.name', '=', sellerRole)
    .executeTakeFirst()
  return role !== undefined
}

/** Back to the documents. */
export async function refuseToSell(tx: Tx, id: bigint, reason: string): Promise<void> {
  await tx
    .updateTable('member')
    .set({ admin_confirmation: approvalLevels.documents, seller_rejection: reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** The role is gone from the next call on; what was earned stays the member's to take out. False when it did not sell. */
export async function endSelling(tx: Tx, id: bigint): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('member_role')
    .where('member_id', '=', id)
    .where('role_id', 'in', tx.selectFrom('role').select('id').where('name', '=', sellerRole))
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await tx.updateTable('member').set({ sold_until: new Date() }).where('id', '=', id).execute()
  return true
}
