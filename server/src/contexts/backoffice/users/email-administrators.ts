import { listAdministrators } from '#contexts/system/approvals/approvals.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Tx } from '#db/db.ts'

/** Whoever stole a session of one begins with the others, so all of them hear of it. */
export async function emailAdministrators(tx: Tx, outbox: Outbox, message: Email): Promise<void> {
  for (const { id, email } of await listAdministrators(tx)) await outbox.mail(tx, { memberId: id, email }, message)
}
