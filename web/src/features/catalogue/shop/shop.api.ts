import { shopCalls } from '@lapak/contract/catalogue/shop'
import type { DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type ShopState = DataOf<typeof shopCalls.state>

/** Key prefix of all queries about the shop. */
const shopKey = ['shop'] as const

/** Polled, because shop hours begin and end without a realtime event, and the seller's server can be stopped on the same page. */
export const shopQuery = queryOptions({
  queryKey: [...shopKey, 'state'],
  queryFn: ({ signal }) => request(shopCalls.state, { signal }),
  refetchInterval: 15_000,
})

/** Opens or closes the shop. The page shows the state from the server's answer. */
export function useShopState(onSwitched: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (open: boolean) => submit(shopCalls.setState, { params: { status: open ? '1' : '0' } }),
    onSuccess: ({ data, msg }) => {
      queries.setQueryData(shopQuery.queryKey, data)
      onSwitched()
      showSuccess(msg)
    },
    onError: () => queries.invalidateQueries({ queryKey: shopQuery.queryKey }),
  })
}

export type ShopHours = DataOf<typeof shopCalls.hours>

export const shopHoursQuery = queryOptions({
  queryKey: [...shopKey, 'hours'],
  queryFn: ({ signal }) => request(shopCalls.hours, { signal }),
})

/** Changes the hours of the shop. The form shows errors itself. */
export function useSetShopHours() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (jambuka: ShopHours['jambuka']) => submit(shopCalls.setHours, { body: { jambuka } }),
    onSuccess: ({ data, msg }) => {
      queries.setQueryData(shopHoursQuery.queryKey, data)
      void queries.invalidateQueries({ queryKey: shopQuery.queryKey })
      showSuccess(msg)
    },
    meta: { shownInPlace: true },
  })
}
