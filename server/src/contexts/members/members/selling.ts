import type { RoleName } from '@lapak/contract/auth/access'
import { approvalLevels } from '@lapak/contract/selling/seller-applications'
import type { Reader, Tx } from '#db/db.ts'
import { giveRole, hasRole, takeRole } from './roles.ts'

/** How a member becomes a seller and stops being one. All of it needs a transaction with the cache lock. */

const sellerRole: RoleName = 'ROLE_SELLER'

interface Documents {
  ktp: string
  npwp: string | null
}

/** An administrator reviews the documents next; the seller's server has to be tested afterwards (S-REG-10, S-REG-15). */
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

/** A seller sends new documents and continues to sell; the approved ones stay valid until the new ones are approved. */
export async function offerDocuments(tx: Tx, id: bigint): Promise<void> {
  const now = new Date()
  await tx
    .updateTable('member')
    .set({ admin_confirmation: approvalLevels.waiting, documents_sent_at: now, seller_rejection: null, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** The new documents replace the old ones, or are rejected with a reason. The member sells all the time. */
export async function decideDocuments(tx: Tx, id: bigint, decided: Documents | { reason: string }): Promise<void> {
  const changes = 'reason' in decided ? { seller_rejection: decided.reason } : { ...decided, seller_rejection: null }
  await tx
    .updateTable('member')
    .set({ ...changes, admin_confirmation: approvalLevels.approved, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Marks a waiting application as changed, so that an administrator who reviewed the former state has to review it again. */
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

/** Whether the member still has the role, which it may have lost since the request. Under the cache lock the answer stays valid. */
export const mayGoOnSelling = (tx: Tx, id: bigint): Promise<boolean> => hasRole(tx, id, sellerRole)

/**
 * Whether the registration has reached the step of the seller's server; a member that waits for approval may connect it already (S-REG-11, S-REG-12,
 * S-OPEN-04).
 */
export async function mayConnect(read: Reader, id: bigint): Promise<boolean> {
  const { admin_confirmation } = await read.selectFrom('member').select('admin_confirmation').where('id', '=', id).executeTakeFirstOrThrow()
  return admin_confirmation === approvalLevels.waiting || admin_confirmation === approvalLevels.approved
}

/** Back to the step of the documents. */
export async function refuseToSell(tx: Tx, id: bigint, reason: string): Promise<void> {
  await tx
    .updateTable('member')
    .set({ admin_confirmation: approvalLevels.documents, seller_rejection: reason, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
}

/** Ends the role from the next call on; the member can still take out its earnings. False if it was no seller. */
export async function endSelling(tx: Tx, id: bigint): Promise<boolean> {
  if (!(await takeRole(tx, id, sellerRole))) return false
  await tx.updateTable('member').set({ sold_until: new Date() }).where('id', '=', id).execute()
  return true
}
