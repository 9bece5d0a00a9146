import type { Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'

/** The second one's yes, on its way to be carried out. */
export interface Approval {
  by: Caller
  askedBy: bigint
  /**
   * Taken in the transaction that carries it out, under the locks of what it is about, so that it is done once; false where
   * somebody else has decided meanwhile, or who asked is no administrator any more, and nothing may be done.
   */
  take(tx: Tx): Promise<boolean>
}
