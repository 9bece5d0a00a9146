import { z } from 'zod'
import type { Outgoing } from '#http/outgoing.ts'

/** Signs in with Google and Facebook by the OAuth 2 authorization code flow: exchanges the code from the browser for the identity of the person. */
export interface IdentityProvider {
  /** The authorization URL, without the parameters that the web app adds and stores: `state`, the PKCE challenge and a nonce. */
  startUrl(redirect: string): string
  personOf(answer: ProviderAnswer, redirect: string): Promise<IdentityResult>
  /** Checks without a sign-in whether the provider accepts our client id and secret. Null if it does, else the error. */
  check(): Promise<string | null>
}

/** The values that the browser received from the provider, and the values that it stored during the redirect. */
export interface ProviderAnswer {
  code: string
  /** The PKCE code verifier (RFC 7636). Only the browser that started the flow has it, so an intercepted code is useless. */
  verifier: string
  /** The nonce that the identity token must contain, if the provider issues such a token. */
  nonce?: string
}

export type IdentityResult = { kind: 'person'; person: Person } | { kind: 'refused'; reason: string }

export interface Person {
  /** The provider's permanent id of the user; e-mail addresses and names can change. */
  subject: string
  name: string
  /** The e-mail address; null unless the provider confirms that it belongs to this person. */
  email: string | null
  /** True if the provider itself issues this e-mail address (by its mail service or for a company), so that it cannot belong to another person. */
  isItsOwn: boolean
}

export interface ProviderSettings {
  clientId: string
  clientSecret: string
  authUrl: string
  tokenUrl: string
  userUrl: string
}

export type ProviderName = 'google' | 'facebook'
export type IdentityProviders = Record<ProviderName, IdentityProvider | null>

interface Dialect {
  scope: string
  /** The token endpoint also returns an identity token (OpenID Connect), which must belong to this sign-in. */
  openId: boolean
  /** Parses the answer of the user endpoint. */
  person: z.ZodType<Person>
  /** `form`: a token request without a user. `knowsUs`: recognizes the error that the provider returns if our client id and secret are right. */
  probe: { form: Record<string, string>; knowsUs: (reason: string) => boolean }
}

const text = (max: number) => z.string().max(max)

const google: Dialect = {
  scope: 'openid email profile',
  openId: true,
  person: z
    .object({
      sub: text(255).min(1),
      name: text(200).optional(),
      email: text(200).optional(),
      email_verified: z.boolean().optional(),
      hd: text(255).optional(),
    })
    .transform(({ sub, name, email, email_verified, hd }) => ({
      subject: sub,
      name: name ?? '',
      email: email_verified === true ? (email ?? null) : null,
      isItsOwn: isOfGoogle(email, hd),
    })),
  // A wrong client id or secret returns 401 `invalid_client`, before the code is checked (RFC 6749, 5.2).
  probe: { form: { grant_type: 'authorization_code', code: 'LAPAK-TES' }, knowsUs: (reason) => reason === 'status 400' },
}

/**
 * True for e-mail addresses that Google issues. Of any other address, Google only verified at some time that this person could read its mail; the
 * address may belong to another person now ("Verify the Google ID token", Google Identity).
 */
function isOfGoogle(email: string | undefined, hd: string | undefined): boolean {
  const domain = email?.trim().toLowerCase().split('@').at(-1)
  return domain !== undefined && (domain === 'gmail.com' || domain === hd?.trim().toLowerCase())
}

/** Facebook returns only e-mail addresses that it verified at some time. It does not issue e-mail addresses itself. */
const facebook: Dialect = {
  scope: 'email',
  openId: false,
  person: z
    .object({ id: text(255).min(1), name: text(200).optional(), email: text(200).optional() })
    .transform(({ id, name, email }) => ({ subject: id, name: name ?? '', email: email ?? null, isItsOwn: false })),
  // Facebook answers 400 both for a wrong code and for a wrong secret, so the check requests an access token of our app itself.
  probe: { form: { grant_type: 'client_credentials' }, knowsUs: () => false },
}

export function createIdentityProviders(outgoing: Outgoing, settings: Record<ProviderName, ProviderSettings | null>): IdentityProviders {
  return {
    google: settings.google && createProvider(outgoing, google, settings.google),
    facebook: settings.facebook && createProvider(outgoing, facebook, settings.facebook),
  }
}

const tokenAnswer = z.object({ access_token: z.string().min(1).max(10_000), id_token: z.string().max(10_000).optional() })
const timeoutMs = 10_000

function createProvider(outgoing: Outgoing, { scope, openId, person, probe }: Dialect, set: ProviderSettings): IdentityProvider {
  const tokenFor = (form: Record<string, string>) =>
    asked(outgoing, tokenAnswer, {
      method: 'POST',
      url: set.tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form, client_id: set.clientId, client_secret: set.clientSecret }).toString(),
    })
  return {
    startUrl(redirect) {
      const url = new URL(set.authUrl)
      const query = { client_id: set.clientId, redirect_uri: redirect, response_type: 'code', scope }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.toString()
    },
    async personOf({ code, verifier, nonce }, redirect) {
      const exchanged = await tokenFor({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: verifier })
      if ('reason' in exchanged) return { kind: 'refused', reason: `token: ${exchanged.reason}` }
      const known = await asked(outgoing, person, {
        method: 'GET',
        url: set.userUrl,
        headers: { authorization: `Bearer ${exchanged.value.access_token}` },
      })
      if ('reason' in known) return { kind: 'refused', reason: `user: ${known.reason}` }
      const wanted = { aud: set.clientId, nonce, sub: known.value.subject }
      if (openId && !isAbout(exchanged.value.id_token, wanted)) return { kind: 'refused', reason: 'token: identity of another journey' }
      return { kind: 'person', person: known.value }
    },
    async check() {
      const answered = await tokenFor(probe.form)
      return 'value' in answered || probe.knowsUs(answered.reason) ? null : `token: ${answered.reason}`
    },
  }
}

const claims = z.object({ aud: z.string(), nonce: z.string(), sub: z.string(), exp: z.number() })

/** The token came directly from the provider over TLS, so its signature need not be verified (OpenID Connect Core 3.1.3.7). */
function isAbout(token: string | undefined, wanted: { aud: string; nonce: string | undefined; sub: string }): boolean {
  const { data } = claims.safeParse(jsonOf(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()))
  return data?.aud === wanted.aud && data.nonce === wanted.nonce && data.sub === wanted.sub && data.exp * 1000 > Date.now()
}

interface Ask {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

async function asked<Value>(outgoing: Outgoing, shape: z.ZodType<Value>, request: Ask): Promise<{ value: Value } | { reason: string }> {
  const headers = { accept: 'application/json', ...request.headers }
  const result = await outgoing.request({ ...request, headers, timeoutMs })
  if (result.kind !== 'answer') return { reason: result.reason }
  if (result.status !== 200) return { reason: `status ${result.status}` }
  const read = shape.safeParse(jsonOf(result.body))
  return read.success ? { value: read.data } : { reason: 'unreadable answer' }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
