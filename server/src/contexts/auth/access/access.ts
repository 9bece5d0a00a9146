import type { RoleName } from '@lapak/contract/auth/access'
import type { SecondFactorOf } from '@lapak/contract/shared/call'
import type { RefusalCode } from '@lapak/contract/shared/refusals'
import type { SettingValue } from '@lapak/contract/shared/setting-defaults'
import type { FastifyRequest } from 'fastify'
import type { TwoFactor } from '#contexts/members/two-factor/two-factor.ts'
import { type Actor, type Audit, anonymousActor } from '#contexts/system/audit/audit.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { sameText } from '#shared/secrets.ts'
import { authenticateSessionToken, liveSessions, type SessionDeps } from './sessions.ts'

export { endAccessByEmail } from './end-access.ts'
export { announceSetup } from './first-administrator.ts'
export { resendActivationEmail } from './mailed-links.ts'
export { rateLimitEmailRequest } from './request-link.ts'
export { endSession, endSessions, liveSessions, sessionsOf } from './sessions.ts'

/** Authentication and authorization of requests. */
export interface Access {
  /** Checks the HTTP Basic credentials of the OAuth client. */
  requireClient(request: FastifyRequest): Promise<void>
  /** Requires a live session of an active member; throws 401 otherwise. */
  requireMember(request: FastifyRequest): Promise<Caller>
  requireRole(request: FastifyRequest, role: RoleName): Promise<Caller>
  /** Throws `access.two_factor_needed` if the setting requires a second factor for the role of this call, and the caller has not set one up. */
  requireSecondFactor(request: FastifyRequest, caller: Caller, of: SecondFactorOf): Promise<void>
  /** The member of an access token that was sent from this IP address, or null if the token is invalid. Used by the realtime channel. */
  authenticateSessionToken(token: string, ipAddress: string): Promise<Caller | null>
  /** Returns the token hashes (hex) of those given sessions that are still live. */
  liveSessions(hashes: Buffer[]): Promise<Set<string>>
}

/** The roles that must have a second factor, for each value of the setting. */
const twoFactorRoles: Record<SettingValue<'access.twoFactorDemanded'>, readonly RoleName[]> = {
  none: [],
  admins: ['ROLE_ADMIN'],
  adminsAndSellers: ['ROLE_ADMIN', 'ROLE_SELLER'],
}

interface AccessContext extends SessionDeps {
  audit: Audit
  twoFactor: Pick<TwoFactor, 'isOn'>
}

export function createAccess(deps: AccessContext, client: { id: string; secret: string }): Access {
  async function requireMember(request: FastifyRequest): Promise<Caller> {
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
    const caller = scheme?.toLowerCase() === 'bearer' ? await authenticateSessionToken(deps, token, request.ip) : null
    if (caller !== null) return caller
    // A request without a token is not an attempt to sign in, so it is not audited.
    if (token === '') throw new Refusal('access.no_session')
    return refuse(request, 'access.no_session', anonymousActor(request.ip))
  }

  async function refuse(request: FastifyRequest, why: RefusalCode, by: Actor): Promise<never> {
    const subject = `${request.method} ${request.routeOptions.url}`
    await deps.audit.recordRefused({ event: 'access.refused', by, subject, after: { why } })
    throw new Refusal(why)
  }

  async function requireSecondFactorOf(request: FastifyRequest, caller: Caller, roles: readonly RoleName[]): Promise<void> {
    const demanded = twoFactorRoles[deps.settings.get('access.twoFactorDemanded')]
    if (!roles.some((role) => caller.roles.includes(role) && demanded.includes(role))) return
    if (!(await deps.twoFactor.isOn(caller.memberId))) await refuse(request, 'access.two_factor_needed', caller)
  }

  return {
    requireMember,
    async requireClient(request) {
      const [scheme, encoded] = (request.headers.authorization ?? '').split(' ')
      const given = scheme?.toLowerCase() === 'basic' ? Buffer.from(encoded ?? '', 'base64').toString() : ''
      if (!sameText(given, `${client.id}:${client.secret}`)) await refuse(request, 'access.client_unknown', anonymousActor(request.ip))
    },
    async requireRole(request, role) {
      const caller = await requireMember(request)
      if (!caller.roles.includes(role)) return refuse(request, 'access.denied', caller)
      await requireSecondFactorOf(request, caller, [role])
      return caller
    },
    requireSecondFactor: (request, caller, of) => requireSecondFactorOf(request, caller, twoFactorRoles[of]),
    authenticateSessionToken: (token, ipAddress) => authenticateSessionToken(deps, token, ipAddress),
    liveSessions: (hashes) => liveSessions(deps, hashes),
  }
}
