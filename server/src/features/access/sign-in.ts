import type { WayIn } from '@lapak/contract/audit'
import type { Database, Tx } from '#core/db.ts'
import { Refusal } from '#core/refusal.ts'
import { randomToken, tokenHash } from '#core/secrets.ts'
import type { Audit } from '../audit/audit.ts'
import { guessPassword, guessSecondFactor, passwordFits } from '../passwords/passwords.ts'
import type { TwoFactor } from '../two-factor/two-factor.ts'
import { type Account, findMember, holdMember, readMember } from './account.queries.ts'
import { findDevice, rememberDevice } from './devices.ts'
import { notingFailure } from './failed-sign-ins.ts'
import { newestSignUps } from './pending-sign-ups.ts'
import { type Origin, openSession } from './sessions.ts'

export interface SignInDeps {
  db: Database
  audit: Audit
  twoFactor: TwoFactor
}

/** What signing in ends with: a session, and the token by which this browser is known from now on. */
export interface Entry {
  token: string
  device: string
}

const challengeMinutes = 5
const challengeTries = 5

/** The password grant: a token, or `access.mfa_needed` with what the second step needs. */
export function signIn(deps: SignInDeps, typed: string, password: string, origin: Origin): Promise<Entry> {
  const email = typed.toLowerCase()
  return notingFailure(deps, { email, ...origin }, () => byPassword(deps, email, password, origin))
}

async function byPassword(deps: SignInDeps, email: string, password: string, origin: Origin): Promise<Entry> {
  const { db } = deps
  const member = await findMember(db.read, email)
  const device = await findDevice(db.read, email, origin.device)
  const fits = await guessPassword(db, { email, address: origin.address, device }, () => knowsPassword(db, member, password))
  if (!member || !fits) throw new Refusal('access.wrong_password')
  return enter(deps, member, 'password', origin)
}

/** Before the activation each sign-up has its own: who knows one of them is told what is missing. */
async function knowsPassword(db: Database, member: Account | undefined, password: string): Promise<boolean> {
  const pending = member && !member.activated ? await newestSignUps(db.read, member.id) : []
  if (pending.length === 0) return passwordFits(member?.password_hash, password)
  for (const { password_hash } of pending) if (await passwordFits(password_hash, password)) return true
  return false
}

/**
 * Lets in who proved to be this member, as it was when that was proved. Where two-factor is on, the proof so far only
 * earns a challenge.
 */
export async function enter(deps: SignInDeps, proved: Account, way: WayIn, origin: Origin): Promise<Entry> {
  const { db, twoFactor } = deps
  const entered = await db.transaction(async (tx) => {
    const member = await holdMember(tx, proved.id)
    if (member.password_hash !== proved.password_hash) throw new Refusal('access.wrong_password')
    refuseShutOut(member)
    if (await twoFactor.isOn(member.id, tx)) return { challenge: await openChallenge(tx, member.id) }
    return open(tx, deps, member, way, origin)
  })
  if ('challenge' in entered) throw new Refusal('access.mfa_needed', {}, { extra: { mfa_token: entered.challenge } })
  return entered
}

const open = async (tx: Tx, { audit }: SignInDeps, { id }: Account, way: WayIn, origin: Origin): Promise<Entry> => ({
  token: await openSession(tx, audit, id, way, origin),
  device: await rememberDevice(tx, id, origin),
})

function refuseShutOut(member: Account) {
  if (member.status === 0) throw new Refusal('access.blocked')
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

/** The mfa grant: five tries at one challenge, counted per account besides, and one token for it. */
export async function signInWithCode(deps: SignInDeps, token: string, code: string, origin: Origin): Promise<Entry> {
  const challenge = tokenHash(token)
  const account = await challengedAccount(deps.db, challenge)
  return notingFailure(deps, { email: account?.email ?? '', ...origin }, () => byCode(deps, { challenge, account }, code, origin))
}

interface Challenged {
  challenge: Buffer
  account: Account | null
}

async function byCode(deps: SignInDeps, { challenge, account }: Challenged, code: string, origin: Origin): Promise<Entry> {
  if (account === null) throw new Refusal('access.mfa_expired')
  const { db, twoFactor } = deps
  const email = account.email.toLowerCase()
  const device = await findDevice(db.read, email, origin.device)
  const right = await guessSecondFactor(db, { email, address: origin.address, device }, async () => {
    await takeTry(db, challenge)
    return twoFactor.check(account.id, code)
  })
  if (!right) throw new Refusal('two_factor.wrong_code')
  return db.transaction(async (tx) => {
    refuseShutOut(await holdMember(tx, account.id))
    const { numDeletedRows } = await tx.deleteFrom('mfa_challenge').where('token_hash', '=', challenge).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('access.mfa_expired')
    return open(tx, deps, account, 'code', origin)
  })
}

async function challengedAccount(db: Database, challenge: Buffer): Promise<Account | null> {
  const row = await db.read
    .selectFrom('mfa_challenge')
    .select('member_id')
    .where('token_hash', '=', challenge)
    .where('expires_at', '>', new Date())
    .where('tries', '<', challengeTries)
    .executeTakeFirst()
  return row ? readMember(db.read, row.member_id) : null
}

/** Counted before the code is looked at, so that a hundred tries at once are a hundred. */
async function takeTry(db: Database, challenge: Buffer) {
  const { numUpdatedRows } = await db.transaction((tx) =>
    tx
      .updateTable('mfa_challenge')
      .set((column) => ({ tries: column('tries', '+', 1) }))
      .where('token_hash', '=', challenge)
      .where('tries', '<', challengeTries)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) throw new Refusal('access.mfa_expired')
}
