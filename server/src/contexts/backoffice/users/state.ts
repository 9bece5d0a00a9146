import { memberStatus, type UserChanges } from '@lapak/contract/backoffice/users'
import { endSessions } from '#contexts/auth/access/access.ts'
import { moveShop, reopenShop } from '#contexts/catalogue/shop/shop.ts'
import { settleDebt } from '#contexts/funds/debts/debts.ts'
import { blockMember, unblockMember } from '#contexts/members/members/members.ts'
import { forgetShutOut, noteShutOut } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import { publish } from '#realtime/events.ts'
import { emailAdministrators } from './email-administrators.ts'
import { blockedEmail, ofAdministrator, unblockedEmail } from './emails.ts'
import type { HeldUser, UserDeps, Word } from './locked-user.ts'

/** Shut out, or let in again. Whether who is in has completed the account is not for an administrator to say. */
export const movesState = ({ status }: HeldUser, { memberstatus }: UserChanges): boolean =>
  memberstatus !== undefined && (memberstatus === memberStatus.blocked) !== (status === memberStatus.blocked)

export async function changeState(tx: Tx, deps: UserDeps, user: HeldUser, asked: UserChanges, word: Word): Promise<void> {
  if (!movesState(user, asked)) return
  await (asked.memberstatus === memberStatus.blocked ? block : unblock)(tx, deps, user, word)
  await publish(tx, user.id, 'profil', {})
}

async function block(tx: Tx, deps: UserDeps, user: HeldUser, { by, askedBy, reason }: Word) {
  const { id, email, name, status } = user
  // Before the account is shut, which locks its wallet: debts are locked before wallets.
  await settleDebt(tx, deps.audit, id, 'account_shut')
  await blockMember(tx, id, { reason, by: askedBy ?? by.memberId ?? id })
  if (user.seller) await moveShop(tx, id, false)
  await endSessions(tx, id)
  const after = { status: memberStatus.blocked, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.note(tx, { event: 'member.blocked', by, subject: id, before: { status }, after, reason })
  await deps.outbox.mail(tx, { memberId: id, email }, blockedEmail(reason, user.seller))
  if (!user.administrator) return
  if (askedBy === null && by.memberId !== null) await noteShutOut(tx, id, by.memberId)
  await emailAdministrators(tx, deps.outbox, ofAdministrator('diblokir', name, reason))
}

async function unblock(tx: Tx, deps: UserDeps, user: HeldUser, { by, askedBy, reason }: Word) {
  const { id, email, name, status } = user
  // What came in while it was shut, where nobody has seen to it yet.
  await settleDebt(tx, deps.audit, id, 'account_shut')
  const { shopWasOpen, became } = await unblockMember(tx, id)
  if (shopWasOpen && user.seller) await reopenShop(tx, id)
  const after = { status: became, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.note(tx, { event: 'member.unblocked', by, subject: id, before: { status }, after, reason })
  await deps.outbox.mail(tx, { memberId: id, email }, unblockedEmail(reason, deps.publicUrl()))
  if (!user.administrator) return
  await forgetShutOut(tx, id)
  await emailAdministrators(tx, deps.outbox, ofAdministrator('dibuka lagi blokirnya', name, reason))
}
