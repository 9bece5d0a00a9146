import type { SellerSummary } from '@lapak/contract/selling/sellers'
import { sellerCalls } from '@lapak/contract/selling/sellers'
import type { Page } from '@lapak/contract/shared/wire'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions, replaceEqualDeep } from '@tanstack/react-query'
import { offersKey } from '#features/catalogue/catalogue/catalogue.api.ts'
import { request } from '#lib/api.ts'
import { nextPageParam } from '#lib/pages.ts'

export const suppliersKey = ['suppliers'] as const

const onlineEvery = 30_000
const pageSize = 50
const goldSize = 6

export const supplierListQuery = (sort: string) =>
  infiniteQueryOptions({
    queryKey: [...suppliersKey, 'list', sort],
    queryFn: ({ pageParam: page, signal }) => request(sellerCalls.list, { query: { page, size: pageSize, sort }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    placeholderData: keepPreviousData,
    refetchInterval: onlineEvery,
    structuralSharing: (before, fresh) =>
      samePlaces(before as InfiniteData<Page<SellerSummary>> | undefined, fresh as InfiniteData<Page<SellerSummary>>),
  })

/** While a list is shown, its sellers keep their positions even if their sort values change slightly. */
function samePlaces(before: InfiniteData<Page<SellerSummary>> | undefined, fresh: InfiniteData<Page<SellerSummary>>) {
  const pages = fresh.pages.map((page, number) => {
    const known = new Map(page.content.map((seller) => [seller.sellerid, seller]))
    const old = before?.pages[number]?.content ?? []
    const content = old.flatMap(({ sellerid }) => known.get(sellerid) ?? [])
    return content.length === page.content.length ? { ...page, content } : page
  })
  // Keeps objects whose content did not change identical; otherwise every refetch would count as a change.
  return replaceEqualDeep(before, { ...fresh, pages })
}

export const goldSellersQuery = queryOptions({
  queryKey: [...suppliersKey, 'gold'],
  queryFn: ({ signal }) => request(sellerCalls.gold, { query: { size: goldSize }, signal }),
  refetchInterval: onlineEvery,
})

export const mySuppliersQuery = queryOptions({
  queryKey: [...suppliersKey, 'mine'],
  queryFn: ({ signal }) => request(sellerCalls.mine, { signal }),
  refetchInterval: onlineEvery,
})

/** The key begins with the key of the offers, so that an invalidation of the offers also refetches the seller's page. */
export const sellerPageQuery = (id: string) =>
  queryOptions({
    queryKey: [...offersKey, 'seller', id],
    queryFn: ({ signal }) => request(sellerCalls.page, { params: { id }, signal }),
    refetchInterval: onlineEvery,
  })
