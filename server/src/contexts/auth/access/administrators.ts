import { grantRole, hasRole } from '#contexts/members/members/members.ts'
import { unusablePasswordHash } from '#contexts/members/passwords/passwords.ts'
import { deleteShutOut, listAdministrators } from '#contexts/system/approvals/approvals.ts'
import { type Audit, onTheMachine } from '#contexts/system/audit/audit.ts'
import type { Email, Outbox } from '#contexts/system/outbox/outbox.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import { publishEvent } from '#realtime/events.ts'
import { type Account, findMemberByEmail } from './account.queries.ts'
import { administratorAddedEmail, administratorInvitedEmail, administratorPromotedEmail } from './emails.ts'
import { issueActivation } from './mailed-tokens.ts'
import { insertAdministrator } from './new-member.ts'
import { addSignUp, newestSignUp } from './pending-sign-ups.ts'

interface Deps {
  db: Database
  audit: Audit
  /** Null where no e-mail can be written: without the key that encrypts it, or without a transport. */
  outbox: Pick<Outbox, 'sendEmail'> | null
}

export interface Invitation {
  email: string
  name: string
  /** Whether a member that has an account becomes an administrator. */
  promotes: boolean
  /** The URL of the web app, without a trailing slash. */
  base: string
  reason: string
  /** Whether who was invited before gets a new link. */
  again: boolean
}

export type Invited =
  /** `link` sets the password and activates the account; it was mailed as well if there is an outbox. */
  | { outcome: 'invited' | 'invited_again'; link: string }
  | { outcome: 'waiting' | 'promoted' | 'already_administrator' | 'has_account' | 'blocked' }

/**
 * Makes an administrator without the consent of another one, by the operator of the machine: the first administrator has nobody who could consent. The
 * password is chosen behind a link, so that the operator never knows it. Repeating it sends a new link, as long as the account is not activated.
 */
export async function inviteAdministrator(deps: Deps, invitation: Invitation): Promise<Invited> {
  const email = invitation.email.toLowerCase()
  const unusable = await unusablePasswordHash()
  return deps.db.transaction(async (tx) => {
    await lockCache(tx)
    const known = await findMemberByEmail(tx, email)
    if (known?.status === 0) return { outcome: 'blocked' }
    if (known?.activated) return promote(tx, deps, known, invitation)
    if (known && !invitation.again && (await hasRole(tx, known.id, 'ROLE_ADMIN'))) return { outcome: 'waiting' }
    const id = known?.id ?? (await insertAdministrator(tx, { name: invitation.name, email, phone: null, passwordHash: unusable }))
    const isNew = await giveRole(tx, deps, { id, name: invitation.name }, invitation.reason)
    const link = await activationLink(tx, { id, name: invitation.name, unusable, isNew }, invitation.base)
    await deps.audit.record(tx, {
      event: 'setup.administrator',
      by: onTheMachine,
      subject: id,
      after: { way: 'link' },
      reason: invitation.reason,
    })
    await deps.outbox?.sendEmail(tx, { memberId: id, email }, administratorInvitedEmail(link))
    return { outcome: isNew ? 'invited' : 'invited_again', link }
  })
}

async function promote(tx: Tx, deps: Deps, { id, name, email }: Account, { promotes, reason, base }: Invitation): Promise<Invited> {
  if (await hasRole(tx, id, 'ROLE_ADMIN')) return { outcome: 'already_administrator' }
  if (!promotes) return { outcome: 'has_account' }
  await giveRole(tx, deps, { id, name }, reason)
  await deps.audit.record(tx, { event: 'setup.administrator', by: onTheMachine, subject: id, after: { way: 'promoted' }, reason })
  await deps.outbox?.sendEmail(tx, { memberId: id, email }, administratorPromotedEmail(base))
  await publishEvent(tx, id, 'profil', {})
  return { outcome: 'promoted' }
}

/** Gives the role, and mails all other administrators. False if the member already has the role. */
async function giveRole(tx: Tx, { audit, outbox }: Deps, { id, name }: { id: bigint; name: string }, reason: string): Promise<boolean> {
  const others = await listAdministrators(tx)
  if (!(await grantRole(tx, id, 'ROLE_ADMIN'))) return false
  await deleteShutOut(tx, id)
  await audit.record(tx, { event: 'role.given', by: onTheMachine, subject: id, after: { role: 'ROLE_ADMIN' }, reason })
  if (outbox !== null) await mailEach(tx, outbox, others, administratorAddedEmail(name, reason))
  return true
}

async function mailEach(tx: Tx, outbox: Pick<Outbox, 'sendEmail'>, to: { id: bigint; email: string }[], message: Email): Promise<void> {
  for (const { id, email } of to) await outbox.sendEmail(tx, { memberId: id, email }, message)
}

interface Invitee {
  id: bigint
  name: string
  unusable: string
  /** False if it was invited before. */
  isNew: boolean
}

/**
 * The link belongs to a sign-up of its own, so that a sign-up that somebody else enters with this address changes neither its name nor its password. A new
 * link voids the one before.
 */
async function activationLink(tx: Tx, { id, name, unusable, isNew }: Invitee, base: string): Promise<string> {
  const before = isNew ? undefined : await newestSignUp(tx, id, onTheMachine.ipAddress)
  const signUp = before?.id ?? (await addSignUp(tx, id, { name, phone: null, passwordHash: unusable }, onTheMachine.ipAddress))
  return `${base}/activate/${await issueActivation(tx, { id: signUp, member_id: id })}?undangan=1`
}
