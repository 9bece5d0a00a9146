import { user } from '@lapak/contract/auth/access'
import { sellerApplicationCalls } from '@lapak/contract/selling/seller-applications'
import type { BodySent } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { setFreshData } from '#lib/queries.ts'
import { keepUser } from '#lib/session.ts'
import { stepUpFirst } from '#lib/with-step-up.ts'
import { sayDone } from '#ui/snackbar.ts'

const key = ['seller-applications'] as const

/** Sends the documents, after which the member waits; the form shows errors. */
export function useSendDocuments() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof sellerApplicationCalls.sendDocuments>) => submit(sellerApplicationCalls.sendDocuments, { body }),
    onSuccess: ({ data, msg }) => {
      setFreshData(queries, profileQuery.queryKey, data)
      keepUser(z.encode(user, data))
      sayDone(msg)
    },
    meta: { shownInPlace: true },
  })
}

/** Refreshes the current step after a change made elsewhere. */
export function useReadProfileAgain() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey })
}

export type ApplicationFilters = FiltersOf<typeof sellerApplicationCalls.list>

export const applicationList = { name: 'seller-applications', call: sellerApplicationCalls.list, key: [...key, 'list'] as const }

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => request(sellerApplicationCalls.one, { params: { id }, signal }),
    // Each read signs the addresses of the pictures and is written to the access log, so it is never done in the background.
    refetchOnWindowFocus: false,
    staleTime: 0,
  })

const waitingQuery = queryOptions({
  queryKey: [...key, 'waiting'],
  queryFn: async ({ signal }) => (await request(sellerApplicationCalls.list, { query: { size: 1 }, signal })).totalElements,
  refetchInterval: 120_000,
})

/** The number of applications that wait for an administrator. */
export const useWaitingApplications = (enabled = true): number => useQuery({ ...waitingQuery, enabled }).data ?? 0

export function useRefreshApplications() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: key })
}

/** Pictures of cards are shown only after step-up authentication. */
export const useShowPictures = () => useMutation({ mutationFn: stepUpFirst, onSuccess: useRefreshApplications() })

/** Refreshed after an error too: another administrator may have decided. */
export function useApprove(id: string) {
  const refresh = useRefreshApplications()
  return useMutation({
    mutationFn: (sentat: string | null) => submit(sellerApplicationCalls.approve, { params: { id }, body: { sentat } }),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: refresh,
  })
}

export function useReject(id: string) {
  const refresh = useRefreshApplications()
  return useMutation({
    mutationFn: (body: { reason: string; sentat: string | null }) => submit(sellerApplicationCalls.reject, { params: { id }, body }),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}
