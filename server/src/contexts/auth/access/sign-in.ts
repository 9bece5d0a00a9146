import { memberStatus } from '@lapak/contract/backoffice/users'
import type { FirstFactorMethod, SignInMethod } from '@lapak/contract/system/audit'
import { isPasswordCorrect, throttlePassword, throttleSecondFactor } from '#contexts/members/passwords/passwords.ts'
import type { TwoFactor } from '#contexts/members/two-factor/two-factor.ts'
import { type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Outbox } from '#contexts/system/outbox/outbox.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'
import { randomToken, tokenHash } from '#shared/secrets.ts'
import { type Account, findMemberByEmail, lockMember, readMemberById } from './account.queries.ts'
import { findDevice, registerDevice } from './devices.ts'
import { codesGuessedEmail } from './emails.ts'
import { withFailureAudit } from './failed-sign-ins.ts'
import { newestSignUp } from './pending-sign-ups.ts'
import { type ClientInfo, openSession } from './sessions.ts'
import { rateLimitSignIn } from './sign-in-rate-limit.ts'

export interface SignInDeps {
  db: Database
  audit: Audit
  outbox: Pick<Outbox, 'sendEmail'>
  settings: Settings
  twoFactor: TwoFactor
}

/** The result of a sign-in: the session token, and the device token with which this browser is known from now on. */
export interface SignInResult {
  token: string
  device: string
}

const challengeMinutes = 5
const challengeAttempts = 5

/** The password grant: returns the tokens, or throws `access.mfa_needed` with a challenge token if the second factor is required. */
export function signIn(deps: SignInDeps, typed: string, password: string, client: ClientInfo): Promise<SignInResult> {
  const email = typed.toLowerCase()
  return withFailureAudit(deps, { email, ...client }, () => signInWithPassword(deps, email, password, client))
}

async function signInWithPassword(deps: SignInDeps, email: string, password: string, client: ClientInfo): Promise<SignInResult> {
  const { db } = deps
  const member = await findMemberByEmail(db.read, email)
  const device = await findDevice(db.read, email, client.device)
  const fits = await throttlePassword(db, { email, ipAddress: client.ipAddress, device }, () => checkPassword(db, member, password))
  if (!member || !fits) throw new Refusal('access.wrong_password')
  return completeFirstFactor(deps, member, 'password', client)
}

/**
 * Before the activation each sign-up has its own password: the password of the newest sign-up is compared, and if it matches, the answer is
 * `access.not_activated`. All e-mail addresses cause exactly one check, so that its duration reveals nothing about the address.
 */
async function checkPassword(db: Database, member: Account | undefined, password: string): Promise<boolean> {
  const pending = member && !member.activated ? await newestSignUp(db.read, member.id) : undefined
  return isPasswordCorrect((pending ?? member)?.password_hash, password)
}

/**
 * Opens a session for a member that has given the first factor, unless its password has changed since then. If two-factor is on, it opens only a
 * challenge.
 */
export async function completeFirstFactor(
  deps: SignInDeps,
  account: Account,
  method: FirstFactorMethod,
  client: ClientInfo,
): Promise<SignInResult> {
  const { db, audit, twoFactor } = deps
  await rateLimitSignIn(deps, account.id, await findDevice(db.read, account.email, client.device))
  const result = await db.transaction(async (tx) => {
    const member = await lockMember(tx, account.id)
    if (member.password_hash !== account.password_hash) throw new Refusal('access.wrong_password')
    refuseInactiveMember(member)
    if (await twoFactor.isOn(member.id, tx)) {
      const by = anonymousActor(client.ipAddress)
      await audit.record(tx, { event: 'sign_in.code_awaited', by, subject: member.id, after: { way: method } })
      return { challenge: await openChallenge(tx, member.id) }
    }
    return openSessionForDevice(tx, deps, member, method, client)
  })
  if ('challenge' in result) throw new Refusal('access.mfa_needed', {}, { extra: { mfa_token: result.challenge } })
  return result
}

async function openSessionForDevice(
  tx: Tx,
  deps: SignInDeps,
  { id }: Account,
  method: SignInMethod,
  client: ClientInfo,
): Promise<SignInResult> {
  const device = await registerDevice(tx, id, client)
  return { token: await openSession(tx, deps, id, method, client), device }
}

function refuseInactiveMember(member: Account) {
  if (member.status === memberStatus.blocked) throw new Refusal('access.blocked')
  if (!member.activated) throw new Refusal('access.not_activated')
}

async function openChallenge(tx: Tx, memberId: bigint): Promise<string> {
  const token = randomToken()
  await tx
    .insertInto('mfa_challenge')
    .values({ token_hash: tokenHash(token), member_id: memberId, expires_at: new Date(Date.now() + challengeMinutes * 60_000) })
    .execute()
  return token
}

/** The mfa grant. A challenge allows five attempts, which are also counted per account, and yields at most one session. */
export async function signInWithCode(deps: SignInDeps, token: string, code: string, client: ClientInfo): Promise<SignInResult> {
  const challenge = tokenHash(token)
  const account = await challengedAccount(deps.db, challenge)
  return withFailureAudit(deps, { email: account?.email ?? '', ...client }, () =>
    completeChallenge(deps, { challenge, account }, code, client),
  )
}

interface Challenged {
  challenge: Buffer
  account: Account | null
}

async function completeChallenge(
  deps: SignInDeps,
  { challenge, account }: Challenged,
  code: string,
  client: ClientInfo,
): Promise<SignInResult> {
  if (account === null) throw new Refusal('access.mfa_expired')
  const { db, outbox, twoFactor } = deps
  const email = account.email.toLowerCase()
  const device = await findDevice(db.read, email, client.device)
  const checkCode = async () => {
    await countAttempt(db, challenge)
    return twoFactor.consumeCode(account.id, code)
  }
  const right = await throttleSecondFactor(db, { email, ipAddress: client.ipAddress, device }, checkCode, (tx) =>
    outbox.sendEmail(tx, { memberId: account.id, email: account.email }, codesGuessedEmail(account.name, client.ipAddress)),
  )
  if (!right) throw new Refusal('two_factor.wrong_code')
  return db.transaction(async (tx) => {
    refuseInactiveMember(await lockMember(tx, account.id))
    const { numDeletedRows } = await tx.deleteFrom('mfa_challenge').where('token_hash', '=', challenge).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('access.mfa_expired')
    return openSessionForDevice(tx, deps, account, 'code', client)
  })
}

async function challengedAccount(db: Database, challenge: Buffer): Promise<Account | null> {
  const row = await db.read
    .selectFrom('mfa_challenge')
    .select('member_id')
    .where('token_hash', '=', challenge)
    .where('expires_at', '>', new Date())
    .where('tries', '<', challengeAttempts)
    .executeTakeFirst()
  return row ? readMemberById(db.read, row.member_id) : null
}

/** Counts an attempt before its code is checked, so that concurrent attempts are all counted. */
async function countAttempt(db: Database, challenge: Buffer) {
  const { numUpdatedRows } = await db.transaction((tx) =>
    tx
      .updateTable('mfa_challenge')
      .set((column) => ({ tries: column('tries', '+', 1) }))
      .where('token_hash', '=', challenge)
      .where('tries', '<', challengeAttempts)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) throw new Refusal('access.mfa_expired')
}
