import type { RefusalCode } from '@lapak/contract/shared/refusals'
import { type DataTag, MutationCache, QueryCache, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '#lib/api-error.ts'
import { isServerReachable } from '#lib/connectivity.ts'
import { RealtimeQueryClient } from '#lib/realtime-query-client.ts'
import { showError, showErrorWithAction } from '#ui/snackbar.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Whether the form or page shows the errors of this mutation itself, so that no message is shown. */
      shownInPlace?: boolean
    }
  }
}

const twoFactorNeeded: RefusalCode = 'access.two_factor_needed'

/**
 * Shows an error as a message. For a member that must switch on two-factor authentication first, the message offers the page where it is switched on.
 */
function complain(error: Error) {
  if (error instanceof ApiError && error.code === twoFactorNeeded)
    showErrorWithAction(error.message, { label: 'Buka Keamanan', onPress: () => window.location.assign('/profile?tab=keamanan') })
  else showError(error.message)
}

/** Errors of queries are only logged, because lists show their own error state; only a denied request (403) is also shown as a message. */
export const queryClient = new RealtimeQueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 403) complain(error)
      else console.error(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.shownInPlace) complain(error)
    },
  }),
  defaultOptions: {
    // 'always': without a network, a request fails at once, so that the screen shows an error instead of waiting silently.
    queries: {
      networkMode: 'always',
      // Set explicitly, because its default is false if `networkMode` is 'always'.
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status >= 500 || (error.status === 0 && isServerReachable())),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * Stores data from an answer or a realtime event in the cache. A pending request for the same data is cancelled: it began before, so its answer may
 * be outdated.
 */
export function setFreshData<Data>(queries: QueryClient, queryKey: DataTag<QueryKey, Data, Error>, data: NoInfer<Data>) {
  queries.setQueryData<Data>(queryKey, data)
  void queries.cancelQueries({ queryKey, exact: true })
}
