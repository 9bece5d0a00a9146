import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#lib/api-error.ts'
import { sayError } from '#ui/snackbar.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The form shows the refusal itself. */
      shownInPlace?: boolean
    }
  }
}

/** Lists show their own error state, so a failed read is only logged, apart from a denied one. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 403) sayError(error.message)
      else console.error(error)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.shownInPlace) sayError(error.message)
    },
  }),
  defaultOptions: {
    // 'always': without a network the screen says so at once instead of waiting silently.
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
