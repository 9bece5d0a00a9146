import { userCalls } from '@lapak/contract/backoffice/users'
import type { BodySent } from '@lapak/contract/shared/call'
import { auditCalls } from '@lapak/contract/system/audit'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { nextPageParam } from '#lib/pages.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['users'] as const

export type UserFilters = FiltersOf<typeof userCalls.list>

export const userList = { name: 'users', call: userCalls.list, key: [...key, 'list'] as const }

export const userSumsQuery = queryOptions({
  queryKey: [...key, 'sums'],
  queryFn: ({ signal }) => request(userCalls.sums, { signal }),
})

export const rolesQuery = queryOptions({
  queryKey: [...key, 'roles'],
  queryFn: ({ signal }) => request(userCalls.roles, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The server writes each of these requests to the access log, so the data is read only when the page is opened, not in the background. */
const look = { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 0 } as const

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => request(userCalls.detail, { params: { id }, signal }),
    ...look,
  })

export const userAccessQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'access', id],
    queryFn: ({ signal }) => request(userCalls.access, { params: { id }, signal }),
    ...look,
  })

const pageSize = 10

export const userStatementQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'mutasi', id],
    queryFn: ({ pageParam: page, signal }) => request(userCalls.mutasi, { params: { id }, query: { page, size: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    ...look,
  })

export const userHistoriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'histories', id],
    queryFn: ({ pageParam: page, signal }) => request(userCalls.histories, { params: { id }, query: { page, size: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    ...look,
  })

export const userPurchasesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'purchases', id],
    queryFn: ({ pageParam: page, signal }) => request(userCalls.purchases, { params: { id }, query: { page, size: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    ...look,
  })

export const userOffersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'offers', id],
    queryFn: ({ pageParam: page, signal }) => request(userCalls.offers, { params: { id }, query: { page, size: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    ...look,
  })

/** Audit events whose actor or subject is this member. */
export const userAuditTrailQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...key, 'trail', id],
    queryFn: ({ pageParam: page, signal }) => request(auditCalls.list, { query: { memberid: id, page, size: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    ...look,
  })

export function useRefreshUsers() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: key })
}

/** A change of a member. The data is refetched even after an error, because another administrator may have changed the member. */
function useUserChange<Asked>(send: (asked: Asked) => Promise<{ msg: string }>) {
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export const useChangeUser = () => useUserChange((body: BodySent<typeof userCalls.change>) => submit(userCalls.change, { body }))

export const useAddRole = () => useUserChange((body: BodySent<typeof userCalls.addRole>) => submit(userCalls.addRole, { body }))

export const useRemoveRole = () =>
  useUserChange(({ userid, roleid, reason }: BodySent<typeof userCalls.addRole>) =>
    submit(userCalls.removeRole, { params: { userid: String(userid), roleid: String(roleid) }, body: { reason } }),
  )

export const useSetShop = (memberid: string) =>
  useUserChange(({ status, reason }: { status: '0' | '1'; reason: string }) =>
    submit(userCalls.setShopState, { params: { memberid, status }, body: { reason } }),
  )

export function useResendActivation(id: string) {
  const refresh = useRefreshUsers()
  return useMutation({
    mutationFn: () => submit(userCalls.resendActivation, { params: { id } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}
