import type { RefusalCode } from '@lapak/contract/shared/refusals'
import { type DataTag, MutationCache, QueryCache, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from '#lib/api-error.ts'
import { isReached } from '#lib/connectivity.ts'
import { RealtimeQueryClient } from '#lib/realtime-query-client.ts'
import { sayError, sayErrorAndOffer } from '#ui/snackbar.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the refusal itself. */
      shownInPlace?: boolean
    }
  }
}

const twoFactorNeeded: RefusalCode = 'access.two_factor_needed'

/** Who is kept out until it has a second factor is led to where that is switched on. */
function complain(error: Error) {
  if (error instanceof ApiError && error.code === twoFactorNeeded)
    sayErrorAndOffer(error.message, { label: 'Buka Keamanan', act: () => window.location.assign('/profile?tab=keamanan') })
  else sayError(error.message)
}

/** Lists show their own error state, so a failed read is only logged, apart from a denied one. */
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
    // 'always': without a network the screen says so at once instead of waiting silently.
    queries: {
      networkMode: 'always',
      // By default it is off where the mode is 'always'.
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status >= 500 || (error.status === 0 && isReached())),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Keeps what an answer or the line has just told. A read that is under way began before that, and may bring what was. */
export function setFreshData<Data>(queries: QueryClient, queryKey: DataTag<QueryKey, Data, Error>, data: NoInfer<Data>) {
  queries.setQueryData<Data>(queryKey, data)
  void queries.cancelQueries({ queryKey, exact: true })
}
