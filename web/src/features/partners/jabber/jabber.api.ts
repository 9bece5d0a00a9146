import { jabberCalls } from '@lapak/contract/partners/jabber'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type JabberId = DataOf<typeof jabberCalls.list>[number]

export const jabberIdsQuery = queryOptions({
  queryKey: ['jabber'],
  queryFn: ({ signal }) => request(jabberCalls.list, { signal }),
})

export function useAddJabberId(onAdded: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: BodySent<typeof jabberCalls.add>) => submit(jabberCalls.add, { body }),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      onAdded()
    },
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export const jabberPlatformQuery = queryOptions({
  queryKey: ['jabber', 'house'],
  queryFn: ({ signal }) => request(jabberCalls.platform, { signal }),
})

export function useChangeJabberId() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, ...body }: BodySent<typeof jabberCalls.change> & { id: bigint }) =>
      submit(jabberCalls.change, { params: { id: id.toString() }, body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}

/** Creates a new Jabber secret. The secret is shown once and is not kept in the cache. */
export function useNewJabberSecret() {
  const refresh = useRefresh()
  return useMutation({ mutationFn: () => request(jabberCalls.newSecret, {}), onSettled: refresh, gcTime: 0 })
}

export function useRemoveJabberSecret() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => submit(jabberCalls.removeSecret, {}),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}

export function useRemoveJabberId() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: bigint) => submit(jabberCalls.remove, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: jabberIdsQuery.queryKey })
}
