import type { Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'

/** The second administrator's approval, on its way to execution. */
export interface Approval {
  by: Caller
  askedBy: bigint
  /**
   * Spends the approval in the transaction that executes it, under the locks of its subject, so that it is executed once. False when another
   * administrator has decided meanwhile, or the requester is no longer an administrator; then nothing may be done.
   */
  take(tx: Tx): Promise<boolean>
}
