import { accessCalls } from '@lapak/contract/auth/access'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { queryClient } from '#lib/queries.ts'

export const configQuery = queryOptions({
  queryKey: ['access', 'config'],
  queryFn: ({ signal }) => request(accessCalls.config, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The settings of the page; a failed read is made again by the next one. */
export const readConfig = () => queryClient.fetchQuery(configQuery)

/** The application's own credentials, for whom nobody knows yet. */
export async function asClient(): Promise<string> {
  const { clientid, clientsecret } = await readConfig()
  return `${clientid}:${clientsecret}`
}
