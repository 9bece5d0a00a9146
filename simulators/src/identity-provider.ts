/** An OAuth 2 provider similar to Google and Facebook. It issues a code for a person and a token for a code, and returns the person of a token. */
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, answerJson, listen, splitUrl } from './listening.ts'

export interface IdentityProviderOptions {
  port?: number
  host?: string
  clientId: string
  clientSecret: string
  /** The user who signs in on the consent page. */
  visitor?: object
  /** Behaves like Facebook: the status of every error is 400, and a client can get an app access token of its own. */
  likeFacebook?: boolean
}

/** The parameters of the browser's authorization request. */
export interface Journey {
  /** PKCE: the hash of the verifier that must come with the code (S256). */
  challenge: string
  nonce?: string
  /** Claims that replace those in the identity token, for example wrong ones. */
  claims?: object
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export interface IdentityProviderSimulator {
  readonly url: string
  readonly authUrl: string
  readonly tokenUrl: string
  readonly userUrl: string
  /** Returns a code for this user, whose fields are those of the provider (`sub`, `email`, … or `id`, …). A code can be exchanged once. */
  codeFor(person: object, redirect: string, journey: Journey): string
  /** Sets the next answers of the token endpoint and of the user endpoint. */
  misbehave(how: { status?: number; body?: string }): void
  behave(): void
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProviderSimulator> {
  const codes = new Map<string, { person: object; redirect: string; journey: Journey }>()
  const tokens = new Map<string, object>()
  let mood: { status?: number; body?: string } | null = null
  const server = await listen(serve, options.host ?? '127.0.0.1', options.port ?? 0)

  function codeFor(person: object, redirect: string, journey: Journey): string {
    const code = `code-${randomUUID()}`
    codes.set(code, { person, redirect, journey })
    return code
  }

  return {
    url: server.url,
    authUrl: `${server.url}/authorize`,
    tokenUrl: `${server.url}/token`,
    userUrl: `${server.url}/user?fields=id,name,email`,
    codeFor,
    misbehave(how) {
      mood = how
    },
    behave() {
      mood = null
    },
    goDown: server.goDown,
    comeUp: server.comeUp,
    close: server.close,
  }

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { path, query } = splitUrl(request.url ?? '/')
    if (path === '/authorize') return consent(query, response)
    if (mood !== null) return answer(response, mood.status ?? 200, mood.body ?? 'oops')
    if (path === '/token' && request.method === 'POST') return exchange(request, response)
    if (path === '/user') return describe(request, response)
    refuse(response, 404, 'not_found')
  }

  /** The consent page. The simulated user always agrees. */
  function consent(query: URLSearchParams, response: ServerResponse): void {
    const redirect = query.get('redirect_uri') ?? ''
    const challenge = query.get('code_challenge') ?? ''
    const nonce = query.get('nonce') ?? undefined
    const asked =
      query.get('client_id') === options.clientId &&
      query.get('response_type') === 'code' &&
      challenge !== '' &&
      query.get('code_challenge_method') === 'S256'
    if (!asked || !URL.canParse(redirect) || options.visitor === undefined) return refuse(response, 400, 'invalid_request')
    const back = new URL(redirect)
    back.searchParams.set('code', codeFor(options.visitor, redirect, { challenge, nonce }))
    back.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: back.toString() }).end()
  }

  function exchange(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      if (form.get('client_id') !== options.clientId || form.get('client_secret') !== options.clientSecret)
        return refuse(response, options.likeFacebook ? 400 : 401, 'invalid_client')
      if (options.likeFacebook && form.get('grant_type') === 'client_credentials')
        return answerJson(response, { access_token: `${options.clientId}|app`, token_type: 'bearer' })
      const code = form.get('code') ?? ''
      const known = codes.get(code)
      codes.delete(code)
      if (form.get('grant_type') !== 'authorization_code' || known === undefined || known.redirect !== form.get('redirect_uri'))
        return refuse(response, 400, 'invalid_grant')
      if (challengeOf(form.get('code_verifier') ?? '') !== known.journey.challenge) return refuse(response, 400, 'invalid_grant')
      const token = `token-${randomUUID()}`
      tokens.set(token, known.person)
      answerJson(response, { access_token: token, token_type: 'Bearer', expires_in: 3599, ...identityToken(known) })
    })
  }

  /** The identity token of OpenID Connect, only for users with a `sub`, as at Google. It has no valid signature. */
  function identityToken({ person, journey }: { person: object; journey: Journey }): { id_token?: string } {
    if (!('sub' in person)) return {}
    const exp = Math.floor(Date.now() / 1000) + 3600
    const claims = { iss: server.url, aud: options.clientId, sub: person.sub, nonce: journey.nonce, exp, ...journey.claims }
    return {
      id_token: [{ alg: 'RS256', typ: 'JWT' }, claims, {}].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.'),
    }
  }

  function describe(request: IncomingMessage, response: ServerResponse): void {
    const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    if (person === undefined) return refuse(response, 401, 'invalid_token')
    answerJson(response, person)
  }
}

const refuse = (response: ServerResponse, status: number, error: string) =>
  answer(response, status, JSON.stringify({ error }), 'application/json')
