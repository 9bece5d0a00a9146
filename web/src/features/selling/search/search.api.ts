import { searchCalls } from '@lapak/contract/selling/search'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { offersIntervalMs, offersKey } from '#features/catalogue/catalogue/catalogue.api.ts'
import { request } from '#lib/api.ts'
import { nextPageParam } from '#lib/pages.ts'

const pageSize = 50

export const foundProductsQuery = (cari: string, sort: string) =>
  infiniteQueryOptions({
    queryKey: [...offersKey, 'found', cari, sort],
    queryFn: ({ pageParam: page, signal }) => request(searchCalls.products, { query: { cari, size: pageSize, page, sort }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    placeholderData: keepPreviousData,
    refetchInterval: offersIntervalMs,
  })

export const foundSellersQuery = (cari: string) =>
  infiniteQueryOptions({
    queryKey: ['suppliers', 'found', cari],
    queryFn: ({ pageParam: page, signal }) => request(searchCalls.sellers, { query: { cari, size: pageSize, page }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
  })
