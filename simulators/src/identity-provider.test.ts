import { afterEach, expect, test } from 'vitest'
import { challengeOf, type IdentityProviderSimulator, startIdentityProvider } from './identity-provider.ts'

let provider: IdentityProviderSimulator
afterEach(() => provider?.close())

const client = { clientId: 'lapak', clientSecret: 'rahasia' }
const redirect = 'http://127.0.0.1:3000/login'
const verifier = 'v'.repeat(43)
const journey = { challenge: challengeOf(verifier), nonce: 'n-1' }

const exchange = (code: string, changes: Record<string, string> = {}) =>
  fetch(provider.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      code_verifier: verifier,
      ...changes,
    }),
  })

test('a code can be exchanged for one token, which identifies its user', async () => {
  const person = { sub: '1', email: 'budi@mail.test', email_verified: true }
  provider = await startIdentityProvider({ ...client, visitor: person })
  const code = provider.codeFor(person, redirect, journey)
  const { access_token } = (await (await exchange(code)).json()) as { access_token: string }
  const described = await fetch(provider.userUrl, { headers: { authorization: `Bearer ${access_token}` } })
  expect(await described.json()).toEqual(person)
  expect((await exchange(code)).status).toBe(400)
  expect((await fetch(provider.userUrl, { headers: { authorization: 'Bearer other' } })).status).toBe(401)
})

test('an unknown code, and a code for a different redirect URL or client, are refused', async () => {
  provider = await startIdentityProvider(client)
  expect((await exchange(provider.codeFor({}, redirect, journey), { redirect_uri: 'http://other.test/login' })).status).toBe(400)
  expect((await exchange(provider.codeFor({}, redirect, journey), { client_secret: 'wrong' })).status).toBe(401)
  expect((await exchange('code-of-nobody')).status).toBe(400)
  for (const code_verifier of ['', 'w'.repeat(43)])
    expect((await exchange(provider.codeFor({}, redirect, journey), { code_verifier })).status).toBe(400)
})

test('the consent page redirects the browser with a code and the state of the request', async () => {
  provider = await startIdentityProvider({ ...client, visitor: { sub: '7' } })
  const query = new URLSearchParams({
    client_id: 'lapak',
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'email',
    state: 'abc',
    code_challenge: journey.challenge,
    code_challenge_method: 'S256',
    nonce: journey.nonce,
  })
  const answer = await fetch(`${provider.authUrl}?${query}`, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect({ status: answer.status, at: back.origin + back.pathname, state: back.searchParams.get('state') }).toEqual({
    status: 302,
    at: redirect,
    state: 'abc',
  })
  const exchanged = await exchange(back.searchParams.get('code') ?? '')
  const { id_token } = (await exchanged.json()) as { id_token: string }
  expect(JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    sub: '7',
    aud: 'lapak',
    nonce: 'n-1',
  })
  for (const missing of ['code_challenge', 'code_challenge_method']) {
    const rest = new URLSearchParams(query)
    rest.delete(missing)
    expect((await fetch(`${provider.authUrl}?${rest}`, { redirect: 'manual' })).status).toBe(400)
  }
})
