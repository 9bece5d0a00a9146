import { afterEach, expect, test } from 'vitest'
import { type IdentityProviderSimulator, startIdentityProvider } from './identity-provider.ts'

let provider: IdentityProviderSimulator
afterEach(() => provider?.close())

const client = { clientId: 'lapak', clientSecret: 'rahasia' }
const redirect = 'http://127.0.0.1:3000/login'

const exchange = (code: string, changes: Record<string, string> = {}) =>
  fetch(provider.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      ...changes,
    }),
  })

test('a code is good for one token, and the token says who it is', async () => {
  const person = { sub: '1', email: 'budi@mail.test', email_verified: true }
  provider = await startIdentityProvider({ ...client, visitor: person })
  const code = provider.codeFor(person, redirect)
  const { access_token } = (await (await exchange(code)).json()) as { access_token: string }
  const described = await fetch(provider.userUrl, { headers: { authorization: `Bearer ${access_token}` } })
  expect(await described.json()).toEqual(person)
  expect((await exchange(code)).status).toBe(400)
  expect((await fetch(provider.userUrl, { headers: { authorization: 'Bearer other' } })).status).toBe(401)
})

test('a code of another redirect address, client or nobody is refused', async () => {
  provider = await startIdentityProvider(client)
  expect((await exchange(provider.codeFor({}, redirect), { redirect_uri: 'http://other.test/login' })).status).toBe(400)
  expect((await exchange(provider.codeFor({}, redirect), { client_secret: 'wrong' })).status).toBe(401)
  expect((await exchange('code-of-nobody')).status).toBe(400)
})

test('a browser that comes to the consent page goes back with a code and its state', async () => {
  provider = await startIdentityProvider({ ...client, visitor: { sub: '7' } })
  const query = new URLSearchParams({ client_id: 'lapak', redirect_uri: redirect, response_type: 'code', scope: 'email', state: 'abc' })
  const answer = await fetch(`${provider.authUrl}?${query}`, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect({ status: answer.status, at: back.origin + back.pathname, state: back.searchParams.get('state') }).toEqual({
    status: 302,
    at: redirect,
    state: 'abc',
  })
  expect((await exchange(back.searchParams.get('code') ?? '')).status).toBe(200)
})
