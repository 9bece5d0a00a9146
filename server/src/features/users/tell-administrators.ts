import type { Tx } from '#core/db.ts'
import { listAdministrators } from '../decisions/decisions.ts'
import type { Letter, Outbox } from '../outbox/outbox.ts'

/** Whoever stole a session of one begins with the others, so all of them hear of it. */
export async function tellAdministrators(tx: Tx, outbox: Outbox, letter: Letter): Promise<void> {
  for (const { id, email } of await listAdministrators(tx)) await outbox.mail(tx, { memberId: id, email }, letter)
}
