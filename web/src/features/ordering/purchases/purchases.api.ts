import { pricesPerPageMax } from '@lapak/contract/catalogue/catalogue'
import { type PurchaseRow, purchaseCalls, purchaseState } from '@lapak/contract/ordering/purchases'
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

/** While it is pending it is asked again and again, because a realtime message can get lost; after a minute less often. */
export const purchaseDetailQuery = (id: string) =>
  queryOptions({
    queryKey: purchaseDetailKey(id),
    queryFn: ({ signal }) => request(purchaseCalls.detail, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.transactionrc !== purchaseState.pending ? false : state.dataUpdateCount < 30 ? 2_000 : 10_000,
  })

/** The purchase as one of the lists has it that were read before. */
export function useListedPurchase(id: string): PurchaseRow | undefined {
  const lists = useQueryClient().getQueriesData<DataOf<typeof purchaseCalls.list>>({ queryKey: purchaseListsKey })
  return lists.flatMap(([, list]) => list?.content ?? []).find((row) => row.id.toString() === id)
}

/** What the buyer can order, narrowed by the operator of the number. */
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

/** What it costs now: of exactly this offer, or from the buyer's list; null when nobody sells it any more. */
export async function readPrice({ productcode, productmemberid }: Priced, target: string): Promise<bigint | null> {
  if (productmemberid === undefined) {
    const { products } = await request(purchaseCalls.orderable, { query: { target, search: productcode } })
    return products.find((row) => row.productcode === productcode)?.price ?? null
  }
  const { content } = await request(searchCalls.products, { query: { cari: productcode, size: pricesPerPageMax } })
  return content.find(({ id }) => id === productmemberid)?.price ?? null
}

export type OrderAsk = BodySent<typeof purchaseCalls.order>

export const placeOrder = (ask: OrderAsk) => request(purchaseCalls.order, { body: ask })

interface Sent {
  reffclient: string
  sentAt: number
}

/** A day more, for a device whose clock is not quite right. */
const dayBefore = (at: number) => daysBefore(jakartaToday(new Date(at)), 1)

/** The purchase of this reference, which the member has by now or not. */
export async function purchaseOf({ reffclient, sentAt }: Sent): Promise<PurchaseRow | undefined> {
  const { content } = await request(purchaseCalls.list, { query: { search: reffclient, awal: dayBefore(sentAt) } })
  return content.find((row) => row.reffclient === reffclient)
}

/** Whatever became of it. */
export const isPurchased = async (sent: Sent): Promise<boolean> => (await purchaseOf(sent)) !== undefined

/** The newest since a moment of this device's clock. */
export const purchasesSinceQuery = (at: number) =>
  queryOptions({
    queryKey: [...purchasesKey, 'since', at],
    queryFn: async ({ signal }) => (await request(purchaseCalls.list, { query: { awal: dayBefore(at), size: 200 }, signal })).content,
  })

export const askBill = (ask: BodySent<typeof purchaseCalls.bill>) => request(purchaseCalls.bill, { body: ask })

/** Whose number it is, as far as a seller can tell; kept as long as the dialog may come back to it. */
export const customerQuery = (ask: BodySent<typeof purchaseCalls.customer>) =>
  queryOptions({
    queryKey: [...purchasesKey, 'customer', ask],
    queryFn: ({ signal }) => request(purchaseCalls.customer, { body: ask, signal }),
    staleTime: 5 * 60_000,
    retry: false,
  })
