import type { RoleName } from '@lapak/contract/auth/access'
import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import type { Reader, Tx } from '#db/db.ts'
import { giveRole, hasRole, takeRole } from './roles.ts'

/** How a member comes to sell, and ceases to. All of it in a transaction that holds the cache lock. */

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

/** A seller sends others in their place and sells on; those that it was approved by count until the new ones are approved. */
export async function offerDocuments(tx: Tx, id: bigint): Promise<void> {
  const now = new Date()
  await tx
    .updateTable('member')
    .set({ admin_confirmation: approvalLevels.waiting, documents_sent_at: now, seller_rejection: null, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** They take the place of the old ones, or do not, and why. The member has sold all the while. */
export async function decideDocuments(tx: Tx, id: bigint, decided: Documents | { reason: string }): Promise<void> {
  const changes = 'reason' in decided ? { seller_rejection: decided.reason } : { ...decided, seller_rejection: null }
  await tx
    .updateTable('member')
    .set({ ...changes, admin_confirmation: approvalLevels.approved, updated_at: new Date() })
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
    .set({ admin_confirmation: approvalLevels.approved, seller_rejection: null, selling_since: new Date(), updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await giveRole(tx, id, sellerRole)
}

/** Whether the member has the role. Under the cache lock it stays so: who asked may have lost it since. */
export const mayGoOnSelling = (tx: Tx, id: bigint): Promise<boolean> => hasRole(tx, id, sellerRole)

/** Whether the registration has come as far as the member's server; who waits for approval may connect it meanwhile (S-REG-11, S-REG-12, S-OPEN-04). */
export async function mayConnect(read: Reader, id: bigint): Promise<boolean> {
  const { admin_confirmation } = await read.selectFrom('member').select('admin_confirmation').where('id', '=', id).executeTakeFirstOrThrow()
  return admin_confirmation === approvalLevels.waiting || admin_confirmation === approvalLevels.approved
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
  if (!(await takeRole(tx, id, sellerRole))) return false
  await tx.updateTable('member').set({ sold_until: new Date() }).where('id', '=', id).execute()
  return true
}
