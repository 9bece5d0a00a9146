import { pricesPerPageMax } from '@lapak/contract/catalogue/catalogue'
import { billWaitSeconds, type PurchaseRow, purchaseCalls, purchaseState } from '@lapak/contract/ordering/purchases'
import { searchCalls } from '@lapak/contract/selling/search'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import type { FiltersOf } from '#lib/list-filters.ts'

export type PurchaseFilters = FiltersOf<typeof purchaseCalls.list>

export const purchasesKey = ['purchases'] as const
export const purchaseListsKey = [...purchasesKey, 'list'] as const
export const purchaseSumsKey = [...purchasesKey, 'sum'] as const
export const purchaseDetailKey = (id: string) => [...purchasesKey, 'detail', id] as const

export const purchaseList = { name: 'purchases', call: purchaseCalls.list, key: purchaseListsKey, csv: purchaseCalls.download }

export const purchaseSumQuery = (filters: PurchaseFilters, every: number | false) =>
  queryOptions({
    queryKey: [...purchaseSumsKey, filters],
    queryFn: ({ signal }) => request(purchaseCalls.today, { query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })

/** Polled while the purchase is pending, because a realtime event can be lost; less often after a minute. */
export const purchaseDetailQuery = (id: string) =>
  queryOptions({
    queryKey: purchaseDetailKey(id),
    queryFn: ({ signal }) => request(purchaseCalls.detail, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.transactionrc !== purchaseState.pending ? false : state.dataUpdateCount < 30 ? 2_000 : 10_000,
  })

/** The purchase, taken from any list in the cache. */
export function useListedPurchase(id: string): PurchaseRow | undefined {
  const lists = useQueryClient().getQueriesData<DataOf<typeof purchaseCalls.list>>({ queryKey: purchaseListsKey })
  return lists.flatMap(([, list]) => list?.content ?? []).find((row) => row.id.toString() === id)
}

/** The products that the buyer can order, filtered by the operator of the target. */
export const orderableQuery = (target: string) =>
  queryOptions({
    queryKey: [...purchasesKey, 'orderable', target],
    queryFn: ({ signal }) => request(purchaseCalls.orderable, { query: { target }, signal }),
    placeholderData: keepPreviousData,
  })

export const recentTargetsQuery = queryOptions({
  queryKey: [...purchasesKey, 'targets'],
  queryFn: ({ signal }) => request(purchaseCalls.recentTargets, { signal }),
})

interface Priced {
  productcode: string
  productmemberid?: bigint
}

/** The current price of this offer (`productmemberid`) or, without an offer, of the product in the buying list; null if it is no longer sold. */
export async function fetchCurrentPrice({ productcode, productmemberid }: Priced, target: string): Promise<bigint | null> {
  if (productmemberid === undefined) {
    const { products } = await request(purchaseCalls.orderable, { query: { target, search: productcode } })
    return products.find((row) => row.productcode === productcode)?.price ?? null
  }
  const { content } = await request(searchCalls.products, { query: { cari: productcode, size: pricesPerPageMax } })
  return content.find(({ id }) => id === productmemberid)?.price ?? null
}

export type OrderBody = BodySent<typeof purchaseCalls.order>

export const placeOrder = (ask: OrderBody) => request(purchaseCalls.order, { body: ask })

interface Sent {
  reffclient: string
  sentAt: number
}

/** The day before the given time. One day earlier, because the clock of the device may be wrong. */
const dayBefore = (at: number) => daysBefore(jakartaToday(new Date(at)), 1)

/** The purchase with this reference; undefined if there is none. */
export async function findPurchaseOfOrder({ reffclient, sentAt }: Sent): Promise<PurchaseRow | undefined> {
  const { content } = await request(purchaseCalls.list, { query: { search: reffclient, awal: dayBefore(sentAt) } })
  return content.find((row) => row.reffclient === reffclient)
}

/** Whether the order became a purchase, in whatever state. */
export const wasOrderAccepted = async (sent: Sent): Promise<boolean> => (await findPurchaseOfOrder(sent)) !== undefined

/** The newest purchases since a time in milliseconds of this device's clock. */
export const purchasesSinceQuery = (at: number) =>
  queryOptions({
    queryKey: [...purchasesKey, 'since', at],
    queryFn: async ({ signal }) => (await request(purchaseCalls.list, { query: { awal: dayBefore(at), size: 200 }, signal })).content,
  })

export const requestBill = (ask: BodySent<typeof purchaseCalls.bill>) =>
  request(purchaseCalls.bill, { body: ask, timeoutMs: (billWaitSeconds + 5) * 1000 })

/** The customer name of a target, if a seller provides it. Cached for as long as the purchase dialog may need the name again. */
export const customerQuery = (ask: BodySent<typeof purchaseCalls.customer>) =>
  queryOptions({
    queryKey: [...purchasesKey, 'customer', ask],
    queryFn: ({ signal }) => request(purchaseCalls.customer, { body: ask, signal }),
    staleTime: 5 * 60_000,
    retry: false,
  })
