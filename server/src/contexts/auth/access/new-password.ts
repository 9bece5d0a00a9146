import type { accessCalls } from '@lapak/contract/auth/access'
import type { BodyOf } from '@lapak/contract/shared/call'
import { recentSince, removeRecentPhoneVerification, setPassword } from '#contexts/members/members/members.ts'
import { deleteStepUpCodes } from '#contexts/members/otp/otp.ts'
import {
  checkNewPassword,
  deleteAttemptsAt,
  hashPassword,
  type SessionAttempts,
  type VerifiedBy,
  verifyPassword,
} from '#contexts/members/passwords/passwords.ts'
import { removeTwoFactor } from '#contexts/members/two-factor/two-factor.ts'
import { suspendKeys } from '#contexts/partners/api-keys/api-keys.ts'
import { suspendXmpp } from '#contexts/partners/jabber/jabber.ts'
import { isAdministrator } from '#contexts/system/approvals/approvals.ts'
import { type Actor, type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { lockMember } from './account.queries.ts'
import { type Browser, deleteDevices, rememberDevice } from './devices.ts'
import { passwordChangedEmail } from './emails.ts'
import { consumeToken, rateLimitLinkUse, revokeTokens } from './mailed-tokens.ts'
import { type ClientInfo, endSessions } from './sessions.ts'
import { resetSignInLimit } from './sign-in-rate-limit.ts'
import { unlinkProviders } from './social.ts'

export interface NewPasswordDeps {
  db: Database
  audit: Audit
  outbox: Outbox
  settings: Settings
  sessionAttempts: SessionAttempts
  publicUrl(): string
}

/**
 * Sets a new password by a link from an e-mail. The link verifies the mailbox, so the old password is not required, and all other ways to sign in are
 * ended. An activation link is not accepted. Returns the device token with which this browser is known from now on.
 */
export async function resetPassword(deps: NewPasswordDeps, asked: BodyOf<typeof accessCalls.reset>, client: ClientInfo): Promise<string> {
  const { db, settings } = deps
  const link = { token: asked.token, purpose: 'reset', ipAddress: client.ipAddress, perHour: settings.get('access.resetsPerHour') } as const
  const mailed = await rateLimitLinkUse(db, link)
  checkNewPassword(settings, 'reset', 'password', asked.password)
  // Refused before the password is hashed, which is costly.
  if (!mailed) throw new Refusal('access.reset_invalid')
  const passwordHash = await hashPassword(asked.password)
  return db.transaction(async (tx) => {
    // Lock order, as in all other code: the cache lock before the row of the member.
    await lockCache(tx)
    const memberId = await consumeToken(tx, asked.token, 'reset')
    if (memberId === null) throw new Refusal('access.reset_invalid')
    const by = anonymousActor(client.ipAddress)
    const before = await lockMember(tx, memberId)
    const revertedTexts = await revertRecentChanges(tx, deps, by, memberId)
    const device = await replacePassword(tx, deps, { before, passwordHash, by, browser: client, revertedTexts })
    await unlinkProviders(tx, memberId)
    await deleteStepUpCodes(tx, memberId)
    await deps.audit.record(tx, { event: 'password.reset', by, subject: memberId })
    return device
  })
}

/** For a signed-in member that knows the old password. Also returns the new device token. */
export async function changePassword(
  deps: NewPasswordDeps,
  caller: Caller,
  asked: BodyOf<typeof accessCalls.changePassword>,
  browser: Browser,
): Promise<string> {
  const { db, audit, settings } = deps
  checkNewPassword(settings, 'change', 'passbaru', asked.passbaru)
  const member = await verifyPassword(deps, caller, asked.passlama)
  if (member === null) throw oldPasswordWrong()
  const passwordHash = await hashPassword(asked.passbaru)
  return db.transaction(async (tx) => {
    const device = await replacePassword(tx, deps, { before: member, passwordHash, by: caller, browser, revertedTexts: [] })
    await audit.record(tx, { event: 'password.changed', by: caller, subject: member.id })
    return device
  })
}

const oldPasswordWrong = () => new Refusal('access.old_password', {}, { field: 'passlama' })

interface Replacing {
  before: VerifiedBy
  passwordHash: string
  by: Actor
  browser: Browser
  /** Sentences for the e-mail about what else was ended. */
  revertedTexts: string[]
}

/**
 * A reset also undoes recent changes that could lock the owner out or send the owner's codes to another person, because a thief may have made them.
 * The second factor of an administrator stays, because access to a mailbox must not be enough to control the platform; the operator of the server can
 * remove it. Returns sentences about what was ended.
 */
async function revertRecentChanges(tx: Tx, { audit, settings }: NewPasswordDeps, by: Actor, memberId: bigint): Promise<string[]> {
  const since = recentSince(settings)
  const reason = 'Password direset tidak lama sesudah diaktifkan'
  const factor = !(await isAdministrator(tx, memberId)) && (await removeTwoFactor(tx, audit, { by, memberId, since, reason }))
  const phone = await removeRecentPhoneVerification(tx, audit, { by, memberId, since })
  return [
    ...(factor ? ['Verifikasi dua langkah yang baru diaktifkan dimatikan; bila itu Anda, aktifkan lagi.'] : []),
    ...(phone ? [`Nomor telp ${phone} yang baru diverifikasi harus diverifikasi lagi dan boleh diganti.`] : []),
  ]
}

/**
 * Ends everything that depends on the old password: sessions, challenges, links and known devices. Recently created API keys, and what may order by Jabber
 * only recently, are suspended, and waits after failed attempts end. Only the current browser stays known, because an attacker may continue to guess.
 */
async function replacePassword(
  tx: Tx,
  deps: NewPasswordDeps,
  { before, passwordHash, by, browser, revertedTexts }: Replacing,
): Promise<string> {
  const { outbox, publicUrl } = deps
  await suspendKeys(tx, deps, by, before)
  await suspendXmpp(tx, deps, by, before)
  // False if a concurrent request has changed the password first.
  if (!(await setPassword(tx, before.id, { before: before.password_hash, after: passwordHash }))) throw oldPasswordWrong()
  await endSessions(tx, before.id)
  await revokeTokens(tx, before.id, ['reset', 'sign_in'])
  await deleteDevices(tx, before.id)
  await deleteAttemptsAt(tx, before.email)
  await resetSignInLimit(tx, before.id)
  await outbox.sendEmail(tx, { memberId: before.id, email: before.email }, passwordChangedEmail(before.name, publicUrl(), revertedTexts))
  return rememberDevice(tx, before.id, browser)
}
