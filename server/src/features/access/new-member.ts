import type { Tx } from '#core/db.ts'
import type { Vault } from '#core/secrets.ts'
import { openWallets } from '#ledger/post.ts'
import { firstKeyName, makeKey } from '../api-keys/api-keys.ts'
import { makeCallbackSecret } from '../callbacks/callbacks.ts'
import { activateMember, addMember, type Chosen, chooseAnew } from '../members/members.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { withdrawTerms } from '../terms/terms.ts'
import type { Known } from './account.queries.ts'
import { welcomeLetter } from './letters.ts'
import { voidTokens } from './mailed-tokens.ts'

/** What every member has from the first moment: a wallet with nothing in it, and a secret that its callbacks are signed with. */
export async function insertMember(tx: Tx, vault: Vault, person: Chosen & { email: string }): Promise<bigint> {
  const id = await addMember(tx, person)
  await makeCallbackSecret(tx, vault, id)
  await openWallets(tx, [id])
  return id
}

/**
 * A member that is not activated yet belongs to nobody: what was chosen before, and by whom the terms were accepted, must not
 * stay when somebody else comes with the same address.
 */
export async function startOver(tx: Tx, id: bigint, chosen: Chosen): Promise<void> {
  await chooseAnew(tx, id, chosen)
  await withdrawTerms(tx, id)
}

/** Opens the account and its API; key and secret leave only in this letter. Under the lock of the mirror. */
export async function openAccount(tx: Tx, { vault, outbox }: { vault: Vault; outbox: Outbox }, member: Known, base: string): Promise<void> {
  await activateMember(tx, member.id)
  await voidTokens(tx, member.id, ['activate'])
  const key = await makeKey(tx, vault, member.id, { name: firstKeyName, test: false, allowed: '' })
  await outbox.mail(tx, { memberId: member.id, email: member.email }, welcomeLetter(member.name, `${base}/login`, key))
}
