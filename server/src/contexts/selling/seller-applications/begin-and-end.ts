import { moveShop } from '#contexts/catalogue/shop/shop.ts'
import { settleDebt } from '#contexts/funds/debts/debts.ts'
import { beginSelling, endSelling, refuseToSell } from '#contexts/members/members/members.ts'
import { reserveShopName } from '#contexts/members/shop-names/shop-names.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Tx } from '#db/db.ts'
import { publishEvent } from '#realtime/events.ts'
import { rejectedEmail, stoppedEmail } from './emails.ts'
import { publishToAdministrators } from './seller-applications.events.ts'

type Applicant = { id: bigint; name: string; email: string }

interface EmailDeps {
  outbox: Pick<Outbox, 'sendEmail'>
  /** Base URL of the web app. */
  publicUrl(): string
}

/**
 * Makes the member a seller at once and sends the given e-mail. The caller must have locked the member under the cache lock, and records the reason.
 */
export async function startSelling(
  tx: Tx,
  { outbox }: Pick<EmailDeps, 'outbox'>,
  { id, name, email }: Applicant,
  message: Email,
): Promise<void> {
  await reserveShopName(tx, id, name)
  await beginSelling(tx, id)
  await outbox.sendEmail(tx, { memberId: id, email }, message)
  await publishToBoth(tx, id)
}

/**
 * Takes the right to sell from the member, who may then send documents again. Requires the same locks as `startSelling`. Returns whether the member was a
 * seller. A debt is paid from the balance, since no later sale can pay it.
 */
export async function stopSelling(
  tx: Tx,
  { audit, outbox, publicUrl }: EmailDeps & { audit: Audit },
  { id, email }: Applicant,
  reason: string,
): Promise<boolean> {
  await moveShop(tx, id, false)
  await refuseToSell(tx, id, reason)
  const sold = await endSelling(tx, id)
  await settleDebt(tx, audit, id, 'selling_ended')
  await outbox.sendEmail(tx, { memberId: id, email }, (sold ? stoppedEmail : rejectedEmail)(reason, publicUrl()))
  await publishToBoth(tx, id)
  return sold
}

export async function publishToBoth(tx: Tx, memberId: bigint) {
  await publishEvent(tx, memberId, 'profil', {})
  await publishToAdministrators(tx)
}
