import { buyingListCalls } from '@lapak/contract/buying-list'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { sayDone } from '#ui/snackbar.ts'

const listsKey = ['buying-list'] as const

export const buyingListQuery = (asked: { search?: string; page: number; size: number; sort: string }) =>
  queryOptions({
    queryKey: [...listsKey, asked],
    queryFn: ({ signal }) => request(buyingListCalls.list, { query: asked, signal }),
    placeholderData: keepPreviousData,
  })

/** Switches a product of the list on or off. */
export function useSetMappingStatus() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, on }: { id: bigint; on: boolean }) =>
      request(buyingListCalls.setStatus, { params: { id: id.toString(), status: on ? '1' : '0' } }),
    onSuccess: () => sayDone(buyingListCalls.setStatus.done),
    onSettled: refresh,
  })
}

export function useRemoveMapping() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: bigint) => request(buyingListCalls.remove, { params: { id: id.toString() } }),
    onSuccess: () => sayDone(buyingListCalls.remove.done),
    onSettled: refresh,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: listsKey })
}
