import { readConfig } from '#shared/config.ts'
import type { Answer, Json, TestApp } from './app.ts'

const config = readConfig({ NODE_ENV: 'test' })
export const clientAuthorization = `Basic ${btoa(`${config.clientId}:${config.clientSecret}`)}`

let addresses = 0
/** An unused client IP address; the app must run with TRUST_PROXY=127.0.0.1. */
export const newAddress = () => `203.0.${++addresses >> 8}.${addresses & 255}`

/** A call with the OAuth credentials of the web app, each from a new IP address. */
export async function asClient({ url }: TestApp, path: string, body: unknown, from = newAddress()): Promise<Answer> {
  return answerOf(
    await fetch(url + path, {
      method: 'POST',
      headers: { authorization: clientAuthorization, 'x-forwarded-for': from, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

/** Calls /oauth/token as an OAuth client does, with a form body. */
export async function askToken({ url }: TestApp, fields: Record<string, string>, from = newAddress()): Promise<Answer> {
  return answerOf(
    await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: clientAuthorization, 'x-forwarded-for': from },
      body: new URLSearchParams(fields),
    }),
  )
}

export const signIn = (app: TestApp, username: string, password: string, from?: string): Promise<Answer> =>
  askToken(app, { grant_type: 'password', username, password }, from)

/**
 * On a busy machine many concurrent requests may time out on a lock. They get `system.locked`, which means that nothing was done, and are repeated.
 */
export async function patiently<Asked extends { body: Json }>(ask: () => Promise<Asked>): Promise<Asked> {
  for (;;) {
    const answer = await ask()
    if (answer.body.code !== 'system.locked') return answer
  }
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
})
