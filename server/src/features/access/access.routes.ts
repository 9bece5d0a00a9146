import { accessCalls } from '@lapak/contract/access'
import type { Config } from '#core/config.ts'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import { type Access, sessionIdleDays } from './access.ts'
import { readProfile } from './profile.queries.ts'

/** The version label of /login. */
export const clientVersion = 'v1.5.2'

export function accessRoutes(routes: Routes, { access, db, config }: { access: Access; db: Database; config: Config }) {
  routes.on(accessCalls.token, async ({ body, request, reply }) => {
    if (body.grant_type !== 'password') throw new Refusal('access.grant_unknown')
    if (!body.username || !body.password) throw new Refusal('input.invalid', {}, { errors: { password: 'Password is required' } })
    const token = await access.signIn({
      email: body.username,
      password: body.password,
      address: request.ip,
      agent: request.headers['user-agent'] ?? '',
    })
    const answer = { access_token: token, token_type: 'bearer' as const, expires_in: sessionIdleDays * 86_400 }
    // OAuth clients read the top level, ours reads the envelope's data.
    reply.header('cache-control', 'no-store')
    return reply.send({ success: true, msg: accessCalls.token.done, ...answer, data: answer }) as never
  })

  routes.on(accessCalls.logout, async ({ caller }) => {
    if (caller.sessionHash) await access.signOut(caller.sessionHash)
  })

  routes.on(accessCalls.profile, ({ caller }) => readProfile(db, caller))

  routes.on(accessCalls.balance, async ({ caller }) => {
    const { balance } = await db.read
      .selectFrom('wallet')
      .select('balance')
      .where('member_id', '=', caller.memberId)
      .executeTakeFirstOrThrow()
    return { balance, at: new Date() }
  })

  /** What the page needs before anybody is known. The client's secret ships with every page and protects nothing by itself. */
  routes.raw.get('/public/config', () => ({
    success: true,
    msg: 'OK',
    data: {
      clientid: config.clientId,
      clientsecret: config.clientSecret,
      version: clientVersion,
      googleclientid: null,
      facebookclientid: null,
    },
  }))
}
