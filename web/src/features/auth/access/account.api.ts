import { accessCalls } from '@lapak/contract/auth/access'
import type { BodySent } from '@lapak/contract/shared/call'
import { queryOptions } from '@tanstack/react-query'
import { clientCredentials, fetchConfig } from '#features/auth/access/client.api.ts'
import { deviceToken, storeDeviceToken } from '#features/auth/access/device.ts'
import { request, submit } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { queryClient } from '#lib/queries.ts'
import { sha256 } from '#lib/sha256.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type Registration = Omit<BodySent<typeof accessCalls.register>, 'hash'>

export async function registerMember(registration: Registration) {
  const { hashprefix, hashsecret } = await fetchConfig()
  const hash = sha256(hashprefix + registration.nama + registration.email + hashsecret)
  return submit(accessCalls.register, { body: { ...registration, hash }, client: await clientCredentials() })
}

export const resendActivation = async (email: string) =>
  submit(accessCalls.resendActivation, { body: { email, device_token: deviceToken() }, client: await clientCredentials() })

export const requestPasswordReset = async (email: string) =>
  submit(accessCalls.forgot, { body: { email, device_token: deviceToken() }, client: await clientCredentials() })

export const requestSignInLink = async (email: string) =>
  submit(accessCalls.signInLink, { body: { email, device_token: deviceToken() }, client: await clientCredentials() })

export async function resetPassword(asked: BodySent<typeof accessCalls.reset>) {
  const body = { ...asked, device_token: deviceToken() }
  const { data, msg } = await submit(accessCalls.reset, { body, client: await clientCredentials() })
  storeDeviceToken(data.device_token)
  return { msg }
}

export async function changePassword(asked: BodySent<typeof accessCalls.changePassword>) {
  const { data, msg } = await submit(accessCalls.changePassword, { body: { ...asked, device_token: deviceToken() } })
  storeDeviceToken(data.device_token)
  return { msg }
}

export const setupStateQuery = queryOptions({
  queryKey: ['access', 'setup'],
  queryFn: ({ signal }) => request(accessCalls.setupState, { signal }),
  retry: false,
})

const spentKey = 'lapak.activated'

export async function activateAccount(body: BodySent<typeof accessCalls.activate>) {
  const { msg } = await submit(accessCalls.activate, { body, client: await clientCredentials() })
  sessionStorage.setItem(spentKey, body.token)
  queryClient.setQueryData(activationQuery(body.token).queryKey, 'done')
  showSuccess(msg)
}

/**
 * Checks the activation link. The link does not activate the account without the password: the server confirms that the link is valid by asking for
 * the password.
 */
async function readActivation(token: string): Promise<'waiting' | 'done'> {
  // A link works only once. After a reload the page must still report the success of the first request, not a failure.
  if (sessionStorage.getItem(spentKey) === token) return 'done'
  try {
    await submit(accessCalls.activate, { body: { token }, client: await clientCredentials() })
    return 'done'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'access.activation_password') return 'waiting'
    throw error
  }
}

export const activationQuery = (token: string) =>
  queryOptions({ queryKey: ['access', 'activation', token], queryFn: () => readActivation(token), staleTime: 'static', retry: false })

async function openSignInLink(token: string) {
  const body = { token, device_token: deviceToken() }
  const { data, msg } = await submit(accessCalls.openSignInLink, { body, client: await clientCredentials() })
  storeDeviceToken(data.device_token)
  showSuccess(msg)
  return true
}

/** Defined as a query although it changes data: a query sends the request once, however often the component renders. */
export const signInLinkQuery = (token: string) =>
  queryOptions({ queryKey: ['access', 'sign-in-link', token], queryFn: () => openSignInLink(token), staleTime: 'static', retry: false })
