import type { Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'

/** The second administrator's approval, while it is being executed. */
export interface Approval {
  by: Caller
  askedBy: bigint
  /**
   * Marks the approval as used, in the transaction that executes it and under the locks of its subject, so that it is executed once. Returns false
   * when another administrator has decided in the meantime, or when the requester is no longer an administrator; then the caller must not execute
   * anything.
   */
  consume(tx: Tx): Promise<boolean>
}
