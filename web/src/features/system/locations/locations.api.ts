import { locationCalls } from '@lapak/contract/system/locations'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

/** The places change only with a new version of the software. */
const staleTime = Number.POSITIVE_INFINITY

export const provincesQuery = queryOptions({
  queryKey: ['locations', 'provinces'],
  queryFn: ({ signal }) => request(locationCalls.provinces, { signal }),
  staleTime,
})

export const citiesQuery = (provinceid: string) =>
  queryOptions({
    queryKey: ['locations', 'cities', provinceid],
    queryFn: ({ signal }) => request(locationCalls.cities, { query: { provinceid }, signal }),
    enabled: provinceid !== '',
    staleTime,
  })

export const districtsQuery = (cityid: string) =>
  queryOptions({
    queryKey: ['locations', 'districts', cityid],
    queryFn: ({ signal }) => request(locationCalls.districts, { query: { cityid }, signal }),
    enabled: cityid !== '',
    staleTime,
  })
