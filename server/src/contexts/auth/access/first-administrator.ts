import { timingSafeEqual } from 'node:crypto'
import type { accessCalls } from '@lapak/contract/auth/access'
import type { BodyOf } from '@lapak/contract/shared/call'
import { activateMember, grantRole } from '#contexts/members/members/members.ts'
import { checkNewPassword, hashPassword } from '#contexts/members/passwords/passwords.ts'
import { recordStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import { isRoleGiven } from '#contexts/system/approvals/approvals.ts'
import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { lockCache } from '#db/cache-lock.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { rateLimit, rateLimitByNetwork } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import type { Log } from '#shared/log.ts'
import { type Cipher, randomToken, tokenHash } from '#shared/secrets.ts'
import { findMemberByEmail } from './account.queries.ts'
import { registerDevice } from './devices.ts'
import { firstAdministratorEmail } from './emails.ts'
import { insertMember } from './new-member.ts'
import { dropSignUps } from './pending-sign-ups.ts'
import { type ClientInfo, openSession } from './sessions.ts'
import type { SignInResult } from './sign-in.ts'

/*
 * The first administrator, on the screen of the first start. A new installation has nobody who could let anybody in, so each http process writes a token
 * to its log while there is no administrator: whoever reads the log controls the machine. The screen is closed for good by the first administrator,
 * wherever that one comes from.
 */

const tokenHours = 24
const attemptsPerHour = 20

/** Writes a token to the log if there is no administrator. Tokens of other processes stay valid: nobody knows which log will be read. */
export async function announceSetup({ db, log }: { db: Database; log: Pick<Log, 'warn'> }, publicUrl: string): Promise<void> {
  if (await isRoleGiven(db.read, 'ROLE_ADMIN')) return
  const token = await issueSetupToken(db)
  log.warn(
    { setup: `${publicUrl}/setup#${token}`, hours: tokenHours },
    'there is no administrator: open this address to make the first one',
  )
}

export async function issueSetupToken(db: Database): Promise<string> {
  const token = randomToken()
  await db.transaction(async (tx) => {
    await tx.deleteFrom('setup_token').where('expires_at', '<', new Date()).execute()
    const expires_at = new Date(Date.now() + tokenHours * 3_600_000)
    await tx
      .insertInto('setup_token')
      .values({ token_hash: tokenHash(token), expires_at })
      .execute()
  })
  return token
}

/** Whether a token could still be used, for the screen. Only that screen asks, so no other page costs a query. */
export async function isSetupOpen(read: Reader): Promise<boolean> {
  return (await liveTokens(read)).length > 0 && !(await isRoleGiven(read, 'ROLE_ADMIN'))
}

async function liveTokens(read: Reader): Promise<Buffer[]> {
  const rows = await read.selectFrom('setup_token').select('token_hash').where('expires_at', '>', new Date()).execute()
  return rows.map(({ token_hash }) => token_hash)
}

interface Deps {
  db: Database
  audit: Audit
  cipher: Cipher
  outbox: Outbox
  settings: Settings
  publicUrl(): string
}

/**
 * Makes the first administrator, and signs it in. The token proves more than a mailbox, so the session may switch the second factor on without a mailed
 * code: where e-mail is not set up yet, no code would arrive.
 */
export async function makeFirstAdministrator(
  deps: Deps,
  asked: BodyOf<typeof accessCalls.setup>,
  client: ClientInfo,
): Promise<SignInResult> {
  const { db, settings } = deps
  const hash = tokenHash(asked.token)
  await requireToken(db, hash, client.ipAddress)
  checkNewPassword(settings, 'register', 'password', asked.password)
  const passwordHash = await hashPassword(asked.password)
  return db.transaction(async (tx) => {
    // Of two requests at once, the second one waits here, and then finds the tokens gone.
    await lockCache(tx)
    if (!isAmong(await liveTokens(tx), hash) || (await isRoleGiven(tx, 'ROLE_ADMIN'))) throw new Refusal('setup.closed')
    const person = { name: asked.nama, email: asked.email.toLowerCase(), phone: null, passwordHash }
    const id = await openAdministrator(tx, deps, person)
    await tx.deleteFrom('setup_token').execute()
    const by = anonymousActor(client.ipAddress)
    await deps.audit.record(tx, { event: 'role.given', by, subject: id, after: { role: 'ROLE_ADMIN' } })
    await deps.audit.record(tx, { event: 'setup.administrator', by, subject: id, after: { way: 'screen' } })
    if (deps.outbox.canSend('mail'))
      await deps.outbox.sendEmail(tx, { memberId: id, email: person.email }, firstAdministratorEmail(person.name, deps.publicUrl()))
    const device = await registerDevice(tx, id, client)
    const token = await openSession(tx, deps, id, 'password', client)
    await recordStepUp(tx, tokenHash(token), 'mail')
    return { token, device }
  })
}

/** A wrong token counts for its network, the right one for itself only, so that nobody else keeps the operator out. */
async function requireToken(db: Database, hash: Buffer, ipAddress: string): Promise<void> {
  const live = await liveTokens(db.read)
  if (live.length === 0) throw new Refusal('setup.closed')
  if (isAmong(live, hash)) return rateLimit(db, `setup token ${hash.toString('base64url')}`, attemptsPerHour, 3600)
  await rateLimitByNetwork(db, 'unknown setup token', ipAddress, attemptsPerHour, 3600)
  throw new Refusal('setup.token', {}, { field: 'token' })
}

/** In constant time for each token. */
const isAmong = (live: Buffer[], hash: Buffer): boolean => live.filter((known) => timingSafeEqual(known, hash)).length > 0

interface Person {
  name: string
  email: string
  phone: null
  passwordHash: string
}

/** A sign-up with this address that was never activated is taken over; an account stays as it is, since its owner may be somebody else. */
async function openAdministrator(tx: Tx, { cipher }: Deps, person: Person): Promise<bigint> {
  const known = await findMemberByEmail(tx, person.email)
  if (known && (known.activated || known.status === 0)) throw new Refusal('member.email_taken', {}, { field: 'email' })
  const id = known?.id ?? (await insertMember(tx, cipher, person))
  await activateMember(tx, id, person)
  await dropSignUps(tx, id)
  await grantRole(tx, id, 'ROLE_ADMIN')
  return id
}
