import type { RoleName } from '@lapak/contract/auth/access'
import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import type { Reader, Tx } from '#db/db.ts'
import { grantRole, hasRole, revokeRole } from './roles.ts'

/** How a member becomes a seller and stops being a seller. All functions that change the member require a transaction with the cache lock. */

const sellerRole: RoleName = 'ROLE_SELLER'

interface Documents {
  ktp: string
  npwp: string | null
}

/**
 * Stores an application to become a seller. Next an administrator reviews the documents, and then the seller's server has to be tested (S-REG-10,
 * S-REG-15).
 */
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

/** A seller sends new documents and continues to sell. The approved documents stay valid until the new ones are approved. */
export async function offerDocuments(tx: Tx, id: bigint): Promise<void> {
  const now = new Date()
  await tx
    .updateTable('member')
    .set({ admin_confirmation: approvalLevels.waiting, documents_sent_at: now, seller_rejection: null, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Replaces the old documents by the new ones, or rejects the new ones with a reason. The member continues to sell in both cases. */
export async function decideDocuments(tx: Tx, id: bigint, decided: Documents | { reason: string }): Promise<void> {
  const changes = 'reason' in decided ? { seller_rejection: decided.reason } : { ...decided, seller_rejection: null }
  await tx
    .updateTable('member')
    .set({ ...changes, admin_confirmation: approvalLevels.approved, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Marks a waiting application as changed, so that an administrator who has read the former state has to read it again before a decision. */
export async function changeApplication(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable('member')
    .set({ documents_sent_at: new Date() })
    .where('id', '=', id)
    .where('admin_confirmation', '=', approvalLevels.waiting)
    .execute()
}

/** The member is a seller from its next API call on and does not have to sign in again. */
export async function beginSelling(tx: Tx, id: bigint): Promise<void> {
  await tx
    .updateTable('member')
    .set({ admin_confirmation: approvalLevels.approved, seller_rejection: null, selling_since: new Date(), updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await grantRole(tx, id, sellerRole)
}

/** Whether the member is still a seller. Under the cache lock the answer cannot change until the transaction ends. */
export const mayContinueSelling = (tx: Tx, id: bigint): Promise<boolean> => hasRole(tx, id, sellerRole)

/**
 * Whether the member may set up its seller server: in the registration this is possible while it waits for approval (S-REG-11, S-REG-12, S-OPEN-04).
 */
export async function mayConnect(read: Reader, id: bigint): Promise<boolean> {
  const { admin_confirmation } = await read.selectFrom('member').select('admin_confirmation').where('id', '=', id).executeTakeFirstOrThrow()
  return admin_confirmation === approvalLevels.waiting || admin_confirmation === approvalLevels.approved
}

/** Rejects an application: the registration returns to the step of the documents. */
export async function refuseToSell(tx: Tx, id: bigint, reason: string): Promise<void> {
  await tx
    .updateTable('member')
    .set({ admin_confirmation: approvalLevels.documents, seller_rejection: reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Removes the seller role from the next API call on; the member can still cash out its earnings. False if the member was not a seller. */
export async function endSelling(tx: Tx, id: bigint): Promise<boolean> {
  if (!(await revokeRole(tx, id, sellerRole))) return false
  await tx.updateTable('member').set({ sold_until: new Date() }).where('id', '=', id).execute()
  return true
}
