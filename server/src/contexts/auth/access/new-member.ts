import { activateMember, addMember, type Chosen } from '#contexts/members/members/members.ts'
import { firstKey, makeKey } from '#contexts/partners/api-keys/api-keys.ts'
import { makeCallbackSecret } from '#contexts/partners/callbacks/callbacks.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Tx } from '#db/db.ts'
import { openWallets } from '#ledger/post.ts'
import type { Cipher } from '#shared/secrets.ts'
import { welcomeEmail } from './emails.ts'
import { dropSignUps } from './pending-sign-ups.ts'

/** Creates a member with an empty wallet and a secret with which its callbacks are signed. */
export async function insertMember(tx: Tx, cipher: Cipher, person: Chosen & { email: string }): Promise<bigint> {
  const id = await addMember(tx, person)
  await makeCallbackSecret(tx, cipher, id)
  await openWallets(tx, [id])
  return id
}

/** Creates a member that an operator invites. Its secret for callbacks is made when it is first read, since here its key may be unknown. */
export async function insertAdministrator(tx: Tx, person: Chosen & { email: string }): Promise<bigint> {
  const id = await addMember(tx, person)
  await openWallets(tx, [id])
  return id
}

interface OpenDeps {
  cipher: Cipher
  outbox: Outbox
  /** The URL of the web app. */
  publicUrl(): string
}

/**
 * Activates the account with the name, phone and password that its owner chose, creates its first API key, and deletes all other sign-ups of this
 * address. The secret of the key is sent only in this e-mail. Requires the cache lock (`lockCache`).
 */
export async function openAccount(
  tx: Tx,
  { cipher, outbox, publicUrl }: OpenDeps,
  { id, email }: { id: bigint; email: string },
  chosen: Chosen,
): Promise<void> {
  await activateMember(tx, id, chosen)
  await dropSignUps(tx, id)
  const key = await makeKey(tx, cipher, id, firstKey)
  await outbox.sendEmail(tx, { memberId: id, email }, welcomeEmail(chosen.name, `${publicUrl()}/login`, key))
}
