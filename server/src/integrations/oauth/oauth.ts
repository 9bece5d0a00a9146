import { z } from 'zod'
import type { Outgoing } from '#http/outgoing.ts'

/** Google and Facebook, as OAuth 2 code flows: the browser brings a code, we ask who it stands for. */
export interface IdentityProvider {
  /** Where the browser begins, without what is the page's to add and to keep: `state`, the challenge of PKCE, a nonce. */
  startUrl(redirect: string): string
  personOf(answer: ProviderAnswer, redirect: string): Promise<IdentityResult>
  /** Whether it takes our name and secret, without anybody signing in; null where it does, else what is wrong. */
  check(): Promise<string | null>
}

/** What the browser brings back, and what it kept while it was away. */
export interface ProviderAnswer {
  code: string
  /** Only who began the journey knows it, so a code that was taken on the way is worth nothing (PKCE, RFC 7636). */
  verifier: string
  /** Stands in the identity token of the provider, where it gives one. */
  nonce?: string
}

export type IdentityResult = { kind: 'person'; person: Person } | { kind: 'refused'; reason: string }

export interface Person {
  /** Who it is there, for ever; addresses and names change. */
  subject: string
  name: string
  /** Null unless the provider says that it belongs to this person. */
  email: string | null
  /** The provider hands out this address itself, so that nobody else can have it: by its mail service, or for a company. */
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
  /** Answers an identity token (OpenID Connect), which must be about this journey. */
  openId: boolean
  /** Reads who it is from the answer about the user; null when it is none. */
  person: z.ZodType<Person>
  /** What asks for a token without a person, and how it is answered where our name and secret are right. */
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
  // Another name or secret is 401 `invalid_client`, before it looks at the code (RFC 6749, 5.2).
  probe: { form: { grant_type: 'authorization_code', code: 'LAPAK-TES' }, knowsUs: (reason) => reason === 'status 400' },
}

/** Of other addresses Google once saw that this person could read there, which somebody else may do now ("Verify the Google ID token", Google Identity). */
function isOfGoogle(email: string | undefined, hd: string | undefined): boolean {
  const domain = email?.trim().toLowerCase().split('@').at(-1)
  return domain !== undefined && (domain === 'gmail.com' || domain === hd?.trim().toLowerCase())
}

/** Facebook hands over only addresses that were confirmed there, at some time; none of them is its own. */
const facebook: Dialect = {
  scope: 'email',
  openId: false,
  person: z
    .object({ id: text(255).min(1), name: text(200).optional(), email: text(200).optional() })
    .transform(({ id, name, email }) => ({ subject: id, name: name ?? '', email: email ?? null, isItsOwn: false })),
  // It answers 400 to whatever is wrong, a code or a secret, so it is asked for the application's own token.
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

/** It came from the provider itself, over TLS, so its signature need not be looked at (OpenID Connect Core 3.1.3.7). */
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
