import type { ChangeUserCommand } from '@lapak/contract/backoffice/users'
import { giveRole, isComplete, takeRole } from '#contexts/members/members/members.ts'
import { letSell, madeSellerEmail, stopSelling } from '#contexts/selling/seller-applications/seller-applications.ts'
import { forgetShutOut, noteShutOut } from '#contexts/system/approvals/approvals.ts'
import type { Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { publish } from '#realtime/events.ts'
import { emailAdministrators } from './email-administrators.ts'
import { ofAdministrator, roleEmail } from './emails.ts'
import type { HeldUser, UserDeps, Word } from './locked-user.ts'

type RoleCommand = Extract<ChangeUserCommand, { act: 'role' }>

/** Nothing where it is so already. */
export async function changeRole(tx: Tx, deps: UserDeps, user: HeldUser, { role, has }: RoleCommand, word: Word): Promise<void> {
  const had = role === 'ROLE_ADMIN' ? user.administrator : user.seller
  if (had === has) return
  if (has && !(user.status > 0 && user.activated && isComplete(user))) throw new Refusal('member.incomplete')
  await (role === 'ROLE_SELLER' ? changeSeller : changeAdministrator)(tx, deps, user, has, word)
  const { by, askedBy, reason } = word
  const after = { role, ...(askedBy !== null && { askedby: askedBy }) }
  await deps.audit.note(tx, { event: has ? 'role.given' : 'role.taken', by, subject: user.id, after, reason })
}

/** As an application is approved, or an approval taken back, so that the role and its state always agree. */
const changeSeller = (tx: Tx, deps: UserDeps, user: HeldUser, has: boolean, { reason }: Word) =>
  has ? letSell(tx, deps, user, madeSellerEmail(reason, deps.publicUrl())) : stopSelling(tx, deps, user, reason)

async function changeAdministrator(tx: Tx, { outbox, publicUrl }: UserDeps, { id, name, email }: HeldUser, has: boolean, word: Word) {
  const { by, askedBy, reason } = word
  const message = ofAdministrator(has ? 'menjadi admin' : 'tidak lagi admin', name, reason)
  // Before it is given and before it is taken away: those who are told are those who were.
  await emailAdministrators(tx, outbox, message)
  await (has ? giveRole : takeRole)(tx, id, 'ROLE_ADMIN')
  if (has) await forgetShutOut(tx, id)
  else if (askedBy === null && by.memberId !== null) await noteShutOut(tx, id, by.memberId)
  if (has) await outbox.mail(tx, { memberId: id, email }, roleEmail(reason, publicUrl()))
  await publish(tx, id, 'profil', {})
}
