import { z } from 'zod'
import type { Outgoing } from '#core/outgoing.ts'

/** Google and Facebook, as OAuth 2 code flows: the browser brings a code, we ask who it stands for. */
export interface IdentityProvider {
  /** Where the browser begins, without `state`, which is the page's to add and to compare. */
  startUrl(redirect: string): string
  personOf(code: string, redirect: string): Promise<IdentityResult>
}

export type IdentityResult = { kind: 'person'; person: Person } | { kind: 'refused'; reason: string }

export interface Person {
  /** Who it is there, for ever; addresses and names change. */
  subject: string
  name: string
  /** Null unless the provider says that it belongs to this person. */
  email: string | null
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
  /** Reads who it is from the answer about the user; null when it is none. */
  person: z.ZodType<Person>
}

const text = (max: number) => z.string().max(max)

const google: Dialect = {
  scope: 'openid email profile',
  person: z
    .object({ sub: text(255).min(1), name: text(200).optional(), email: text(200).optional(), email_verified: z.boolean().optional() })
    .transform(({ sub, name, email, email_verified }) => ({
      subject: sub,
      name: name ?? '',
      email: email_verified === true ? (email ?? null) : null,
    })),
}

/** Facebook hands over only addresses that were confirmed there. */
const facebook: Dialect = {
  scope: 'email',
  person: z
    .object({ id: text(255).min(1), name: text(200).optional(), email: text(200).optional() })
    .transform(({ id, name, email }) => ({ subject: id, name: name ?? '', email: email ?? null })),
}

export function createIdentityProviders(outgoing: Outgoing, settings: Record<ProviderName, ProviderSettings | null>): IdentityProviders {
  return {
    google: settings.google && createProvider(outgoing, google, settings.google),
    facebook: settings.facebook && createProvider(outgoing, facebook, settings.facebook),
  }
}

const tokenAnswer = z.object({ access_token: z.string().min(1).max(10_000) })
const timeoutMs = 10_000

function createProvider(outgoing: Outgoing, { scope, person }: Dialect, set: ProviderSettings): IdentityProvider {
  return {
    startUrl(redirect) {
      const url = new URL(set.authUrl)
      const query = { client_id: set.clientId, redirect_uri: redirect, response_type: 'code', scope }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.toString()
    },
    async personOf(code, redirect) {
      const exchanged = await asked(outgoing, tokenAnswer, {
        method: 'POST',
        url: set.tokenUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirect,
          client_id: set.clientId,
          client_secret: set.clientSecret,
        }).toString(),
      })
      if ('reason' in exchanged) return { kind: 'refused', reason: `token: ${exchanged.reason}` }
      const known = await asked(outgoing, person, {
        method: 'GET',
        url: set.userUrl,
        headers: { authorization: `Bearer ${exchanged.value.access_token}` },
      })
      return 'reason' in known ? { kind: 'refused', reason: `user: ${known.reason}` } : { kind: 'person', person: known.value }
    },
  }
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
