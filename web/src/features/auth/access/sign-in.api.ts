import { accessCalls, user } from '@lapak/contract/auth/access'
import type { BodySent } from '@lapak/contract/shared/call'
import { z } from 'zod'
import { clientCredentials } from '#features/auth/access/client.api.ts'
import { deviceToken, storeDeviceToken } from '#features/auth/access/device.ts'
import type { SocialCode } from '#features/auth/access/social-answer.ts'
import { request } from '#lib/api.ts'
import { ApiError, nonEmptyText } from '#lib/api-error.ts'
import { openSession } from '#lib/session.ts'

export type SignInResult = { signedIn: true } | { signedIn: false; mfaToken: string }

export const signInWithPassword = (ask: { email: string; password: string }) =>
  firstStep(grant({ grant_type: 'password', username: ask.email, password: ask.password }))

/** `code` comes from the provider, in the URL to which the provider redirects. */
export const signInWithProvider = (answer: SocialCode) => firstStep(answerOf(answer))

export async function answerTwoFactor(ask: { mfaToken: string; code: string }): Promise<void> {
  await enter(grant({ grant_type: 'mfa', mfa_token: ask.mfaToken, mfa_code: ask.code }))
}

/** Makes the first administrator, who is signed in by the same answer. */
export async function makeFirstAdministrator(asked: Omit<BodySent<typeof accessCalls.setup>, 'device_token'>): Promise<void> {
  await enter(clientCredentials().then((client) => request(accessCalls.setup, { body: { ...asked, device_token: deviceToken() }, client })))
}

type Token = { access_token: string; device_token: string }

async function grant(body: BodySent<typeof accessCalls.token>): Promise<Token> {
  return request(accessCalls.token, { body: { ...body, device_token: deviceToken() }, client: await clientCredentials(), form: true })
}

async function answerOf({ provider, code, verifier, nonce }: SocialCode): Promise<Token> {
  const client = await clientCredentials()
  const body = { code, verifier, device_token: deviceToken() }
  return provider === 'google'
    ? request(accessCalls.google, { body: { ...body, nonce }, client })
    : request(accessCalls.facebook, { body, client })
}

/** A 403 with an `mfa_token` is not a refusal: the server asks for the second step. */
async function firstStep(asked: Promise<Token>): Promise<SignInResult> {
  try {
    await enter(asked)
    return { signedIn: true }
  } catch (error) {
    const mfaToken = error instanceof ApiError && error.status === 403 ? nonEmptyText(error.body.mfa_token) : undefined
    if (mfaToken) return { signedIn: false, mfaToken }
    throw error
  }
}

/** A session needs the profile in addition to the token. */
async function enter(granted: Promise<Token>) {
  const { access_token: token, device_token } = await granted
  storeDeviceToken(device_token)
  openSession({ token, user: z.encode(user, await request(accessCalls.profile, { token })) })
}
