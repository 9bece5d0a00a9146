import { verify } from '@node-rs/argon2'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import { randomToken, sameText, tokenHash } from '#core/secrets.ts'

/** Signing in, sessions, and who may call. */
export interface Access {
  /** HTTP Basic credentials of the application. */
  requireClient(request: FastifyRequest): void
  /** A live session of an active member; throws 401 otherwise. */
  requireMember(request: FastifyRequest): Promise<Caller>
  requireRole(request: FastifyRequest, role: 'ROLE_SELLER' | 'ROLE_ADMIN'): Promise<Caller>
  /** The member behind an access token, or null; for the realtime channel. */
  memberOfToken(token: string): Promise<Caller | null>
  /** Which of these sessions still live, by their hash in hex. */
  liveSessions(hashes: Buffer[]): Promise<Set<string>>
  signIn(asked: { email: string; password: string; address: string; agent: string }): Promise<string>
  signOut(sessionHash: Buffer): Promise<void>
}

export const sessionIdleDays = 30
const sessionIdleMs = sessionIdleDays * 86_400_000

/** Failures before an account has to wait (an address has ten times the patience), and the longest wait. Waits double from a second. */
const freeFailures = 5
const waitMaxSeconds = 15 * 60

/** Verifying against this costs the same as a real password, so that unknown addresses answer as slowly as known ones. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$H32AkuyaKsNYc6RvTGvjLg$Kz/PcxUzfuIgjClMyoM1AwtXWtMsGxCEh29PzIRS/vU'

export function createAccess(db: Database, client: { id: string; secret: string }): Access {
  async function memberOfToken(token: string): Promise<Caller | null> {
    if (token === '') return null
    const hash = tokenHash(token)
    const row = await db.read
      .selectFrom('session')
      .innerJoin('member', 'member.id', 'session.member_id')
      .select((select) => [
        'member.id',
        'member.status',
        'session.used_at',
        select
          .selectFrom('member_role')
          .innerJoin('role', 'role.id', 'member_role.role_id')
          .whereRef('member_role.member_id', '=', 'member.id')
          .select((of) => of.fn.agg<string[] | null>('array_agg', ['role.name']).as('names'))
          .as('roles'),
      ])
      .where('session.token_hash', '=', hash)
      .executeTakeFirst()
    if (!row || row.status === 0) return null
    const idleMs = Date.now() - row.used_at.getTime()
    if (idleMs > sessionIdleMs) return null
    if (idleMs > 60_000) await touch(hash, row.id)
    return { memberId: row.id, roles: row.roles ?? [], test: false, sessionHash: hash }
  }

  /** At most once a minute, so that reading pages does not write. */
  async function touch(hash: Buffer, memberId: bigint) {
    const now = new Date()
    await db.read.updateTable('session').set({ used_at: now }).where('token_hash', '=', hash).execute()
    await db.read.updateTable('member').set({ last_active_at: now }).where('id', '=', memberId).execute()
  }

  async function requireMember(request: FastifyRequest): Promise<Caller> {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    const caller = scheme?.toLowerCase() === 'bearer' ? await memberOfToken(token ?? '') : null
    if (caller === null) throw new Refusal('access.no_session')
    return caller
  }

  return {
    memberOfToken,
    async liveSessions(hashes) {
      if (hashes.length === 0) return new Set()
      const rows = await db.read
        .selectFrom('session')
        .innerJoin('member', 'member.id', 'session.member_id')
        .select('session.token_hash')
        .where('session.token_hash', 'in', hashes)
        .where('member.status', '>', 0)
        .where('session.used_at', '>', new Date(Date.now() - sessionIdleMs))
        .execute()
      return new Set(rows.map((row) => row.token_hash.toString('hex')))
    },
    requireMember,
    requireClient(request) {
      const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
      const given = scheme?.toLowerCase() === 'basic' ? Buffer.from(encoded ?? '', 'base64').toString() : ''
      if (!sameText(given, `${client.id}:${client.secret}`)) throw new Refusal('access.client_unknown')
    },
    async requireRole(request, role) {
      const caller = await requireMember(request)
      if (!caller.roles.includes(role)) throw new Refusal('access.denied')
      return caller
    },
    async signIn({ email, password, address, agent }) {
      const account = await accountSubject(db, email.toLowerCase(), address)
      await countTry(db, `address:${address}`, freeFailures * 10)
      await countTry(db, account, freeFailures)
      const member = await db.read
        .selectFrom('member')
        .select(['id', 'password_hash', 'status', 'activated'])
        .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
        .executeTakeFirst()
      const matches = await verify(member?.password_hash ?? nobodysHash, password).catch(() => false)
      if (!member || !matches) throw new Refusal('access.wrong_password')
      await takeBack(db, account, `address:${address}`)
      if (member.status === 0) throw new Refusal('access.blocked')
      if (!member.activated) throw new Refusal('access.not_activated')
      const token = randomToken()
      await db.read
        .insertInto('session')
        .values({ token_hash: tokenHash(token), member_id: member.id, address, agent: agent.slice(0, 300) })
        .execute()
      return token
    },
    async signOut(sessionHash) {
      await db.read.deleteFrom('session').where('token_hash', '=', sessionHash).execute()
    },
  }
}

/**
 * An account that is being guessed at waits, but its owner must still get in: who comes from an address that this account
 * has a session from is counted apart from the rest of the world.
 */
async function accountSubject(db: Database, email: string, address: string): Promise<string> {
  const known = await db.read
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .select('member.id')
    .where((where) => where(where.fn<string>('lower', ['member.email']), '=', email))
    .where('session.address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return known ? `email:${email} from ${address}` : `email:${email}`
}

/**
 * Counted before the password is looked at, in one statement: a thousand guesses sent at once are a thousand guesses.
 * A quiet day wipes the slate.
 */
async function countTry(db: Database, subject: string, free: number) {
  const { rows } = await sql`
    insert into sign_in_failure as known (subject, failures, blocked_until) values (${subject}, 1, now())
    on conflict (subject) do update set
      failures = case when known.at < now() - interval '1 day' then 1 else known.failures + 1 end,
      blocked_until = case when known.at < now() - interval '1 day' or known.failures + 1 < ${free} then now()
        else now() + least(power(2, least(known.failures + 1 - ${free}, 20)), ${waitMaxSeconds}) * interval '1 second' end,
      at = now()
    where known.blocked_until <= now()
    returning failures`.execute(db.read)
  if (rows.length > 0) return
  const blocked = await db.read.selectFrom('sign_in_failure').select('blocked_until').where('subject', '=', subject).executeTakeFirst()
  const seconds = Math.max(1, Math.ceil(((blocked?.blocked_until.getTime() ?? 0) - Date.now()) / 1000))
  throw new Refusal('access.too_many', { seconds }, { retryAfterSeconds: seconds })
}

/** The password was right: the account starts anew, the address only gets this try back, or own accounts would wash it clean. */
async function takeBack(db: Database, account: string, address: string) {
  await sql`delete from sign_in_failure where subject = ${account} or (subject = ${address} and failures <= 1)`.execute(db.read)
  await sql`update sign_in_failure set failures = failures - 1, blocked_until = now() where subject = ${address}`.execute(db.read)
}
