import { accessCalls } from '@lapak/contract/auth/access'
import { queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { queryClient } from '#lib/queries.ts'

export const configQuery = queryOptions({
  queryKey: ['access', 'config'],
  queryFn: ({ signal }) => request(accessCalls.config, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The public configuration of the web app. After a failed request, the next call sends the request again. */
export const fetchConfig = () => queryClient.fetchQuery(configQuery)

/** The client credentials of the web app, for requests without a session. */
export async function clientCredentials(): Promise<string> {
  const { clientid, clientsecret } = await fetchConfig()
  return `${clientid}:${clientsecret}`
}
