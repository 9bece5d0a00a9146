import { accessCalls } from '@lapak/contract/auth/access'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { queryClient } from '#lib/queries.ts'

export const configQuery = queryOptions({
  queryKey: ['access', 'config'],
  queryFn: ({ signal }) => request(accessCalls.config, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The settings of the page. A failed request is repeated by the next read. */
export const readConfig = () => queryClient.fetchQuery(configQuery)

/** The credentials of the application itself, for requests without a session. */
export async function asClient(): Promise<string> {
  const { clientid, clientsecret } = await readConfig()
  return `${clientid}:${clientsecret}`
}
