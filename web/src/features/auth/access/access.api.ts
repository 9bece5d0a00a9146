import { accessCalls, user } from '@lapak/contract/auth/access'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { request, submit } from '#lib/api.ts'
import { storeUser } from '#lib/session.ts'

export const profileQuery = queryOptions({
  queryKey: ['access', 'profile'],
  queryFn: async ({ signal }) => {
    const profile = await request(accessCalls.profile, { signal })
    storeUser(z.encode(user, profile))
    return profile
  },
  retry: false,
})

/**
 * The maximum time in milliseconds to wait for the server's answer, so that the next user of this device can start soon. The request is still sent
 * after the document is closed.
 */
const answersWithin = 3_000

export const signOut = () =>
  Promise.race([submit(accessCalls.logout, { outlivesPage: true }), new Promise((go) => setTimeout(go, answersWithin))])
