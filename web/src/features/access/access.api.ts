import { accessCalls, user } from '@lapak/contract/access'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { request, submit } from '#lib/api.ts'
import { keepUser } from '#lib/session.ts'

export const profileQuery = queryOptions({
  queryKey: ['access', 'profile'],
  queryFn: async ({ signal }) => {
    const profile = await request(accessCalls.profile, { signal })
    keepUser(z.encode(user, profile))
    return profile
  },
  retry: false,
})

export const signOut = () => submit(accessCalls.logout, {})
