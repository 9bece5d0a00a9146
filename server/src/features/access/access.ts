import type { RoleName } from '@lapak/contract/access'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import { sameText } from '#core/secrets.ts'
import { liveSessions, memberOfToken, type SessionDeps } from './sessions.ts'

export { endSessions } from './sessions.ts'

/** Who may call. */
export interface Access {
  /** HTTP Basic credentials of the application. */
  requireClient(request: FastifyRequest): void
  /** A live session of an active member; throws 401 otherwise. */
  requireMember(request: FastifyRequest): Promise<Caller>
  requireRole(request: FastifyRequest, role: RoleName): Promise<Caller>
  /** The member behind an access token, or null; for the realtime channel. */
  memberOfToken(token: string): Promise<Caller | null>
  /** Which of these sessions still live, by their hash in hex. */
  liveSessions(hashes: Buffer[]): Promise<Set<string>>
}

export function createAccess(deps: SessionDeps, client: { id: string; secret: string }): Access {
  async function requireMember(request: FastifyRequest): Promise<Caller> {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    const caller = scheme?.toLowerCase() === 'bearer' ? await memberOfToken(deps, token ?? '') : null
    if (caller === null) throw new Refusal('access.no_session')
    return caller
  }

  return {
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
    memberOfToken: (token) => memberOfToken(deps, token),
    liveSessions: (hashes) => liveSessions(deps, hashes),
  }
}
