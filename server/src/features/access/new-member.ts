import type { Tx } from '#core/db.ts'
import type { Vault } from '#core/secrets.ts'
import { openWallets } from '#ledger/post.ts'
import { firstKeyName, makeKey } from '../api-keys/api-keys.ts'
import { newCallbackSecret } from '../callbacks/callbacks.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Known } from './account.queries.ts'
import { welcomeLetter } from './letters.ts'
import { voidTokens } from './mailed-tokens.ts'

/** What people choose when they sign up. */
interface Chosen {
  name: string
  phone: string | null
  passwordHash: string
}

/** What every member has from the first moment: a wallet with nothing in it, and a secret that its callbacks are signed with. */
export async function insertMember(
  tx: Tx,
  vault: Vault,
  { name, email, phone, passwordHash }: Chosen & { email: string },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('member')
    // Waiting until the profile is complete (A-OPEN-12).
    .values({ name, email, phone, password_hash: passwordHash, status: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('member')
    .set({ callback_secret: vault.seal(newCallbackSecret(), id) })
    .where('id', '=', id)
    .execute()
  await openWallets(tx, [id])
  return id
}

/**
 * A member that is not activated yet belongs to nobody: what was chosen before, and by whom the terms were accepted, must not
 * stay when somebody else comes with the same address.
 */
export async function startOver(tx: Tx, id: bigint, { name, phone, passwordHash }: Chosen): Promise<void> {
  await tx.updateTable('member').set({ name, phone, password_hash: passwordHash }).where('id', '=', id).execute()
  await tx.deleteFrom('terms_acceptance').where('member_id', '=', id).execute()
}

/** Opens the account and its API; key and secret leave only in this letter. Under the lock of the mirror. */
export async function openAccount(tx: Tx, { vault, outbox }: { vault: Vault; outbox: Outbox }, member: Known, base: string): Promise<void> {
  await tx.updateTable('member').set({ activated: true, updated_at: new Date() }).where('id', '=', member.id).execute()
  await voidTokens(tx, member.id, ['activate'])
  const key = await makeKey(tx, vault, member.id, { name: firstKeyName, test: false, allowed: '' })
  await outbox.mail(tx, { memberId: member.id, email: member.email }, welcomeLetter(member.name, `${base}/login`, key))
}
