import { user } from '@lapak/contract/auth/access'
import { sellerApplicationCalls } from '@lapak/contract/selling/seller-applications'
import type { BodySent } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { setFreshData } from '#lib/queries.ts'
import { storeUser } from '#lib/session.ts'
import { requireStepUp } from '#lib/with-step-up.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['seller-applications'] as const

/** Sends the documents, after which the application waits for a decision. The form shows errors itself. */
export function useSendDocuments() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof sellerApplicationCalls.sendDocuments>) => submit(sellerApplicationCalls.sendDocuments, { body }),
    onSuccess: ({ data, msg }) => {
      setFreshData(queries, profileQuery.queryKey, data)
      storeUser(z.encode(user, data))
      showSuccess(msg)
    },
    meta: { shownInPlace: true },
  })
}

/** Returns a function that refetches the profile, on which the current registration step depends. */
export function useRefreshProfile() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey })
}

export type ApplicationFilters = FiltersOf<typeof sellerApplicationCalls.list>

export const applicationList = { name: 'seller-applications', call: sellerApplicationCalls.list, key: [...key, 'list'] as const }

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => request(sellerApplicationCalls.one, { params: { id }, signal }),
    // For each request the server signs the URLs of the pictures and writes to the access log, so the data is never refetched in the background.
    refetchOnWindowFocus: false,
    staleTime: 0,
  })

const waitingQuery = queryOptions({
  queryKey: [...key, 'waiting'],
  queryFn: async ({ signal }) => (await request(sellerApplicationCalls.list, { query: { size: 1 }, signal })).totalElements,
  refetchInterval: 120_000,
})

/** The number of applications to become a seller that wait for an administrator. */
export const useWaitingApplications = (enabled = true): number => useQuery({ ...waitingQuery, enabled }).data ?? 0

export function useRefreshApplications() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: key })
}

/** Step-up authentication, after which the pictures of cards are shown. */
export const useUnlockPictures = () => useMutation({ mutationFn: requireStepUp, onSuccess: useRefreshApplications() })

/** Approves an application. The data is refetched after an error too, because another administrator may have decided first. */
export function useApproveApplication(id: string) {
  const refresh = useRefreshApplications()
  return useMutation({
    mutationFn: (sentat: string | null) => submit(sellerApplicationCalls.approve, { params: { id }, body: { sentat } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}

export function useRejectApplication(id: string) {
  const refresh = useRefreshApplications()
  return useMutation({
    mutationFn: (body: { reason: string; sentat: string | null }) => submit(sellerApplicationCalls.reject, { params: { id }, body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}
