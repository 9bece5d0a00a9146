import { earningCalls } from '@lapak/contract/selling/earnings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'

export type EarningFilters = FiltersOf<typeof earningCalls.list>

const earningsKey = ['earnings'] as const

export const earningList = { name: 'earnings', call: earningCalls.list, key: [...earningsKey, 'list'] as const, csv: earningCalls.download }

export const earningSumQuery = (filters: EarningFilters) =>
  queryOptions({
    queryKey: [...earningsKey, 'sum', filters],
    queryFn: ({ signal }) => request(earningCalls.sums, { query: filters, signal }),
    placeholderData: keepPreviousData,
  })
