import { termsCalls } from '@lapak/contract/system/terms'
import { queryOptions } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'

export const termsQuery = queryOptions({
  queryKey: ['terms', 'current'],
  queryFn: ({ signal }) => request(termsCalls.current, { signal }),
  staleTime: 60_000,
})

/** Every published version, for administrators. */
export const termsVersionsQuery = queryOptions({
  queryKey: ['terms', 'versions'],
  queryFn: ({ signal }) => request(termsCalls.versions, { signal }),
})

export const publishTerms = (content: string) => submit(termsCalls.publish, { body: { content } })

export const acceptTerms = () => submit(termsCalls.accept, {})
