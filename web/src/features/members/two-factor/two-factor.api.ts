import { twoFactorCalls } from '@lapak/contract/members/two-factor'
import { queryOptions } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'

/** Each answer contains a new secret, which replaces the previous secret. Therefore the query must not be refetched when the tab becomes visible. */
export const secretQuery = queryOptions({
  queryKey: ['two-factor', 'secret'],
  queryFn: ({ signal }) => request(twoFactorCalls.generate, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: false,
})

export const enableTwoFactor = async (code: string) => (await request(twoFactorCalls.validate, { body: { code } })).recoverycodes
export const disableTwoFactor = (code: string) => submit(twoFactorCalls.disable, { body: { code } })
export const renewRecoveryCodes = async (code: string) => (await request(twoFactorCalls.renewRecovery, { body: { code } })).recoverycodes
