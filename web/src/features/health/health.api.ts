import { healthCalls } from '@lapak/contract/health'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'

/** It is left open while something is wrong. */
const everyHalfMinute = 30_000

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => request(healthCalls.read, { signal }),
  refetchInterval: everyHalfMinute,
})
