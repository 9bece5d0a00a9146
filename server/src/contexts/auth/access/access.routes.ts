import { accessCalls } from '@lapak/contract/auth/access'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ProfileDeps, readProfile } from '#contexts/members/members/members.ts'
import { passwordMinInForce } from '#contexts/members/passwords/passwords.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import { type Routes, unwrapBody } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import type { Config } from '#shared/config.ts'
import { isSetupOpen, makeFirstAdministrator } from './first-administrator.ts'
import type { EmailLinkRequest } from './mailed-links.ts'
import { changePassword, type NewPasswordDeps, resetPassword } from './new-password.ts'
import { activateAccount, type HashedTexts, type RegistrationDeps, requestSignUp } from './registration.ts'
import { requestLink } from './request-link.ts'
import { type ClientInfo, endSession, endSessions, listSessions, sessionSeconds, signOut } from './sessions.ts'
import { type SignInResult, signIn, signInWithCode } from './sign-in.ts'
import { openSignInLink } from './sign-in-link.ts'
import { providerRedirect, type SocialDeps, signInByProvider } from './social.ts'

/** The version number that the login page of the web app shows. */
export const clientVersion = 'v1.5.2'

export interface AccessDeps extends SocialDeps, RegistrationDeps, ProfileDeps, NewPasswordDeps {
  config: Config
}

export function accessRoutes(routes: Routes, deps: AccessDeps) {
  const { db, settings, config, publicUrl } = deps

  routes.on(accessCalls.config, () => {
    const redirect = providerRedirect(publicUrl())
    return {
      clientid: config.clientId,
      clientsecret: config.clientSecret,
      version: clientVersion,
      hashprefix: config.registerHash.prefix,
      hashsecret: config.registerHash.secret,
      googleurl: deps.identityProviders.google?.startUrl(redirect) ?? null,
      facebookurl: deps.identityProviders.facebook?.startUrl(redirect) ?? null,
      passwordmin: passwordMinInForce(settings),
    }
  })

  routes.on(accessCalls.token, async ({ body, request, reply }) =>
    sendToken(reply, await tokenFor(deps, body, clientInfoOf(request, body)), settings),
  )
  routes.on(accessCalls.google, async ({ body, request, reply }) =>
    sendToken(reply, await signInByProvider(deps, 'google', body, clientInfoOf(request, body)), settings),
  )
  routes.on(accessCalls.facebook, async ({ body, request, reply }) =>
    sendToken(reply, await signInByProvider(deps, 'facebook', body, clientInfoOf(request, body)), settings),
  )

  routes.on(accessCalls.setupState, async () => ({ open: await isSetupOpen(db.read) }))
  routes.on(accessCalls.setup, async ({ body, request, reply }) =>
    sendToken(reply, await makeFirstAdministrator(deps, body, clientInfoOf(request, body)), settings),
  )
  routes.on(accessCalls.register, ({ body, request }) => requestSignUp(deps, body, request.ip, textsAsSent(request.body)))
  routes.on(accessCalls.activate, ({ body, request }) => activateAccount(deps, body, request.ip))
  const linkOf =
    (purpose: EmailLinkRequest['purpose']) =>
    (asked: { body: { email: string; device_token?: string | undefined }; request: FastifyRequest }) =>
      requestLink(deps, { purpose, email: asked.body.email.toLowerCase(), base: publicUrl() }, clientInfoOf(asked.request, asked.body))
  routes.on(accessCalls.resendActivation, linkOf('activate'))
  routes.on(accessCalls.forgot, linkOf('reset'))
  routes.on(accessCalls.signInLink, linkOf('sign_in'))
  routes.on(accessCalls.openSignInLink, async ({ body, request }) => ({
    device_token: await openSignInLink(deps, body.token, clientInfoOf(request, body)),
  }))
  routes.on(accessCalls.reset, async ({ body, request }) => ({
    device_token: await resetPassword(deps, body, clientInfoOf(request, body)),
  }))
  routes.on(accessCalls.changePassword, async ({ body, caller, request }) => ({
    device_token: await changePassword(deps, caller, body, clientInfoOf(request, body)),
  }))

  routes.on(accessCalls.sessions, ({ caller }) => listSessions(deps, caller))
  routes.on(accessCalls.endSession, async ({ caller, params }) => {
    const ended = await db.transaction((tx) => endSession(tx, caller.memberId, params.id))
    if (!ended) throw new Refusal('not_found.session')
  })
  routes.on(accessCalls.endOtherSessions, ({ caller }) => db.transaction((tx) => endSessions(tx, caller.memberId, caller.sessionHash)))
  routes.on(accessCalls.logout, async ({ caller }) => {
    if (caller.sessionHash) await signOut(db, caller.sessionHash)
  })

  routes.on(accessCalls.profile, ({ caller }) => readProfile(deps, caller))
}

const clientInfoOf = (request: FastifyRequest, { device_token }: { device_token?: string | undefined }): ClientInfo => ({
  ipAddress: request.ip,
  agent: request.headers['user-agent'] ?? '',
  device: device_token,
})

interface TokenRequest {
  grant_type: 'password' | 'mfa'
  username?: string | undefined
  password?: string | undefined
  mfa_token?: string | undefined
  mfa_code?: string | undefined
}

function tokenFor(deps: AccessDeps, asked: TokenRequest, client: ClientInfo): Promise<SignInResult> {
  if (asked.grant_type === 'mfa') {
    if (!asked.mfa_token || !asked.mfa_code) throw missing('mfa_code', 'Kode authenticator wajib diisi')
    return signInWithCode(deps, asked.mfa_token, asked.mfa_code, client)
  }
  if (!asked.username || !asked.password) throw missing('password', 'Password is required')
  return signIn(deps, asked.username, asked.password, client)
}

const missing = (field: string, message: string) => new Refusal('input.invalid', {}, { errors: { [field]: message } })

/** OAuth clients read the top-level fields; our web app reads the `data` field, as in every other answer. */
function sendToken(reply: FastifyReply, { token, device }: SignInResult, settings: Settings): never {
  const answer = {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: sessionSeconds(settings),
    device_token: device,
  }
  return reply.send({ success: true, msg: accessCalls.token.done, ...answer, data: answer }) as never
}

/** Name and e-mail before trimming, because the hash is computed over them. The contract has already checked that both fields are in the body. */
const textsAsSent = (sent: unknown) => unwrapBody(sent) as HashedTexts
