import { accessCalls, user } from '@lapak/contract/access'
import { type BodySent, call } from '@lapak/contract/call'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { request, submit } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { keepUser, openSession } from '#lib/session.ts'

/** What the page must know before anybody is signed in. */
const publicConfig = call('GET', '/public/config', {
  summary: 'Settings of the page',
  access: 'public',
  data: z.object({
    clientid: z.string(),
    clientsecret: z.string(),
    version: z.string(),
    googleclientid: z.string().nullable(),
    facebookclientid: z.string().nullable(),
  }),
})

export const configQuery = queryOptions({
  queryKey: ['access', 'config'],
  queryFn: ({ signal }) => request(publicConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const profileQuery = queryOptions({
  queryKey: ['access', 'profile'],
  queryFn: async ({ signal }) => {
    const profile = await request(accessCalls.profile, { signal })
    keepUser(z.encode(user, profile))
    return profile
  },
  retry: false,
})

type Client = { clientid: string; clientsecret: string }
export type SignIn = { signedIn: true } | { signedIn: false; mfaToken: string }

/** The first step. The server's 403 with an `mfa_token` is not a refusal but asks for the second one. */
export async function signIn(client: Client, ask: { email: string; password: string }): Promise<SignIn> {
  try {
    await enter(client, { grant_type: 'password', username: ask.email, password: ask.password })
    return { signedIn: true }
  } catch (error) {
    const mfaToken = error instanceof ApiError && error.status === 403 ? mfaTokenOf(error.body) : undefined
    if (mfaToken) return { signedIn: false, mfaToken }
    throw error
  }
}

export const answerTwoFactor = (client: Client, ask: { mfaToken: string; code: string }): Promise<void> =>
  enter(client, { grant_type: 'mfa', mfa_token: ask.mfaToken, mfa_code: ask.code })

export const signOut = () => submit(accessCalls.logout, {})

/** A token alone is no session yet: without its profile nobody is signed in. */
async function enter({ clientid, clientsecret }: Client, body: BodySent<typeof accessCalls.token>) {
  const { access_token: token } = await request(accessCalls.token, { body, client: `${clientid}:${clientsecret}`, form: true })
  openSession({ token, user: z.encode(user, await request(accessCalls.profile, { token })) })
}

function mfaTokenOf(body: Record<string, unknown>): string | undefined {
  const shape = z
    .union([z.object({ mfa_token: z.string() }), z.object({ data: z.object({ mfa_token: z.string() }) }).transform(({ data }) => data)])
    .safeParse(body)
  return shape.success ? shape.data.mfa_token : undefined
}
