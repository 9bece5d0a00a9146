import { type User, user } from '@lapak/contract/auth/access'
import { memberCalls } from '@lapak/contract/members/members'
import type { BodySent } from '@lapak/contract/shared/call'
import { z } from 'zod'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { submit } from '#lib/api.ts'
import { queryClient, setFreshData } from '#lib/queries.ts'
import { storeUser } from '#lib/session.ts'

export const updateProfile = (body: BodySent<typeof memberCalls.change>) => kept(submit(memberCalls.change, { body }))

export const completeAccount = (body: BodySent<typeof memberCalls.complete>) => kept(submit(memberCalls.complete, { body }))

export const verifyPhone = (body: BodySent<typeof memberCalls.verifyPhone>) => kept(submit(memberCalls.verifyPhone, { body }))

export const releasePhone = () => kept(submit(memberCalls.releasePhone, {}))

/** Stores the changed profile in the cache, so that the frame and every page show the change at once. Returns the server's message. */
async function kept(answer: Promise<{ data: User; msg: string }>): Promise<string> {
  const { data, msg } = await answer
  setFreshData(queryClient, profileQuery.queryKey, data)
  storeUser(z.encode(user, data))
  return msg
}
