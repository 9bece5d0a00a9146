import type { accessCalls } from '@lapak/contract/auth/access'
import { memberStatus } from '@lapak/contract/backoffice/users'
import type { DataOf } from '@lapak/contract/shared/call'
import type { SignInMethod } from '@lapak/contract/system/audit'
import { sql } from 'kysely'
import { recordActivity } from '#contexts/members/members/members.ts'
import { recordStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { randomToken, tokenHash } from '#shared/secrets.ts'
import type { Browser } from './devices.ts'

/** The IP address and browser of a request, as stored with its session, and the device token that it sent. */
export interface ClientInfo extends Browser {
  ipAddress: string
}

export interface SessionDeps {
  db: Database
  settings: Settings
}

interface OpenDeps {
  audit: Audit
  settings: Settings
}

/**
 * The SQL condition for a live session. A session ends after some days without use, and after a maximum of days even if it is used, so that a stolen
 * session does not work for ever. Requests that an open web app sends automatically count as use, so `used_at` does not show whether a person is
 * active.
 */
export const isLiveSession = (settings: Settings) => sql<boolean>`(
  session.used_at > now() - ${settings.get('access.sessionIdleDays')} * interval '1 day'
  and session.created_at > now() - ${settings.get('access.sessionMaxDays')} * interval '1 day'
)`

/** The maximum number of seconds until a session that is no longer used ends. */
export const sessionSeconds = (settings: Settings) =>
  Math.min(settings.get('access.sessionIdleDays'), settings.get('access.sessionMaxDays')) * 86_400

/** Opens a session for a member whose row is locked by this transaction. */
export async function openSession(
  tx: Tx,
  deps: OpenDeps,
  memberId: bigint,
  method: SignInMethod,
  { ipAddress, agent }: ClientInfo,
): Promise<string> {
  const { audit, settings } = deps
  const token = randomToken()
  const token_hash = tokenHash(token)
  const { id: sessionId } = await tx
    .insertInto('session')
    .values({ token_hash, member_id: memberId, address: ipAddress, agent: agent.slice(0, 300) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await endOldest(tx, memberId, settings.get('access.sessionsMax'))
  await recordStepUp(tx, token_hash, 'sign_in')
  await recordActivity(tx, memberId)
  await audit.record(tx, { event: 'sign_in.ok', by: { memberId, sessionId, ipAddress }, subject: memberId, after: { way: method } })
  return token
}

/** Ends all sessions of a member except the `max` most recently used ones. */
async function endOldest(tx: Tx, memberId: bigint, max: number): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('token_hash', 'in', (select) =>
      select
        .selectFrom('session')
        .select('token_hash')
        .where('member_id', '=', memberId)
        .orderBy('used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(max),
    )
    .execute()
}

/** Ends every session of a member except the given one, and every sign-in whose second factor was not entered yet. */
export async function endSessions(tx: Tx, memberId: bigint, except: Buffer | null = null): Promise<void> {
  await tx.deleteFrom('mfa_challenge').where('member_id', '=', memberId).execute()
  await tx
    .deleteFrom('session')
    .where('member_id', '=', memberId)
    .$if(except !== null, (query) => query.where('token_hash', '!=', except))
    .execute()
}

export async function authenticateSessionToken({ db, settings }: SessionDeps, token: string, ipAddress: string): Promise<Caller | null> {
  if (token === '') return null
  const hash = tokenHash(token)
  const row = await db.read
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select((select) => [
      'member.id',
      'member.status',
      'session.id as sessionId',
      'session.used_at',
      select
        .selectFrom('member_role')
        .innerJoin('role', 'role.id', 'member_role.role_id')
        .whereRef('member_role.member_id', '=', 'member.id')
        .select((of) => of.fn.agg<string[] | null>('array_agg', ['role.name']).as('names'))
        .as('roles'),
    ])
    .where('session.token_hash', '=', hash)
    .where(isLiveSession(settings))
    .executeTakeFirst()
  if (!row || row.status === memberStatus.blocked) return null
  if (Date.now() - row.used_at.getTime() > 60_000) await recordUse(db, hash, row.id)
  return { memberId: row.id, roles: row.roles ?? [], test: false, sessionHash: hash, sessionId: row.sessionId, ipAddress }
}

/** Called at most once a minute per session, so that not every request causes a write. */
async function recordUse(db: Database, hash: Buffer, memberId: bigint) {
  await db.transaction((tx) => tx.updateTable('session').set({ used_at: new Date() }).where('token_hash', '=', hash).execute())
  await db.transaction((tx) => recordActivity(tx, memberId))
}

export async function liveSessions({ db, settings }: SessionDeps, hashes: Buffer[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db.read
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select('session.token_hash')
    .where(sql<boolean>`session.token_hash = any(${hashes}::bytea[])`)
    .where('member.status', '>', memberStatus.blocked)
    .where(isLiveSession(settings))
    .execute()
  return new Set(rows.map((row) => row.token_hash.toString('hex')))
}

export async function listSessions(deps: SessionDeps, { memberId, sessionHash }: Caller): Promise<DataOf<typeof accessCalls.sessions>> {
  const rows = await sessionsOf(deps, memberId)
  return rows.map(({ token_hash, ...row }) => ({ ...row, current: sessionHash !== null && token_hash.equals(sessionHash) }))
}

/** The live sessions of the member, the most recently used ones first. */
export async function sessionsOf({ db, settings }: SessionDeps, memberId: bigint) {
  const rows = await db.read
    .selectFrom('session')
    .select(['id', 'token_hash', 'address', 'agent', 'created_at', 'used_at'])
    .where('member_id', '=', memberId)
    .where(isLiveSession(settings))
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, used_at, ...row }) => ({ ...row, createat: created_at, usedat: used_at }))
}

/** Ends a session of the member; false if it has ended already. */
export async function endSession(tx: Tx, memberId: bigint, id: bigint): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('session').where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function signOut(db: Database, sessionHash: Buffer): Promise<void> {
  await db.transaction((tx) => tx.deleteFrom('session').where('token_hash', '=', sessionHash).execute())
}
