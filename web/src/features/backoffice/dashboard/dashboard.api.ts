import { dashboardCalls, type RankOrder } from '@lapak/contract/backoffice/dashboard'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { daysBefore, jakartaToday } from '#lib/days.ts'

const key = ['dashboard'] as const

export interface DateRange {
  awal: string
  akhir: string
}

/** The default range of days of the dashboard. */
export function last30Days(): DateRange {
  const akhir = jakartaToday()
  return { awal: daysBefore(akhir, 29), akhir }
}

/** The dashboard may stay open on a wall screen, so it refreshes by itself. */
const everyMinute = 60_000

export const figuresQuery = (days: DateRange) =>
  queryOptions({
    queryKey: [...key, 'figures', days],
    queryFn: ({ signal }) => request(dashboardCalls.figures, { query: { ...days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMinute,
  })

export const sellersQuery = (days: DateRange, urut: RankOrder) =>
  queryOptions({
    queryKey: [...key, 'sellers', days, urut],
    queryFn: ({ signal }) => request(dashboardCalls.sellers, { query: { ...days, urut }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMinute,
  })
