import { z } from 'zod'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Database, Tx } from '#db/db.ts'
import { findMemberByEmail, type MemberContact } from './account.queries.ts'
import { activationEmail, resetEmail, signInEmail } from './emails.ts'
import { issueActivation, issueToken } from './mailed-tokens.ts'
import { newestSignUp, type PendingSignUp } from './pending-sign-ups.ts'

/** `base` is the URL of the web app. */
export const emailLinkRequest = z.object({ purpose: z.enum(['activate', 'reset', 'sign_in']), email: z.string(), base: z.url() })
export type EmailLinkRequest = z.output<typeof emailLinkRequest>

/** Mails the requested link. An activated account gets no activation link. */
export function emailLink({ db, outbox }: { db: Database; outbox: Outbox }, { purpose, email, base }: EmailLinkRequest): Promise<void> {
  return db.transaction(async (tx) => {
    const member = await findMemberByEmail(tx, email)
    if (!member) return
    if (!member.activated) await resendActivationEmail(tx, outbox, member, base)
    else if (purpose === 'reset') await mailReset(tx, outbox, member, base)
    else if (purpose === 'sign_in') await mailSignIn(tx, outbox, member, base)
  })
}

/**
 * Called for each kind of requested link: an account that is not activated can only be activated, and a forgotten password is replaced during the
 * activation.
 */
export async function resendActivationEmail(
  tx: Tx,
  outbox: Outbox,
  { id, email }: Pick<MemberContact, 'id' | 'email'>,
  base: string,
): Promise<void> {
  const newest = await newestSignUp(tx, id)
  if (newest) await mailActivation(tx, outbox, { ...newest, email }, base)
}

export async function mailActivation(
  tx: Tx,
  outbox: Outbox,
  signUp: Pick<PendingSignUp, 'id' | 'member_id' | 'name'> & { email: string },
  base: string,
): Promise<void> {
  const token = await issueActivation(tx, signUp)
  await outbox.sendEmail(tx, { memberId: signUp.member_id, email: signUp.email }, activationEmail(signUp.name, `${base}/activate/${token}`))
}

async function mailReset(tx: Tx, outbox: Outbox, { id, email, name }: MemberContact, base: string) {
  const token = await issueToken(tx, id, 'reset')
  await outbox.sendEmail(tx, { memberId: id, email }, resetEmail(name, `${base}/resetpass/${token}`))
}

async function mailSignIn(tx: Tx, outbox: Outbox, { id, email, name }: MemberContact, base: string) {
  const token = await issueToken(tx, id, 'sign_in')
  await outbox.sendEmail(tx, { memberId: id, email }, signInEmail(name, `${base}/signin/${token}`))
}
