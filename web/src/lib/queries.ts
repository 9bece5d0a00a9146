import type { RefusalCode } from '@lapak/contract/shared/refusals'
import {
  type DataTag,
  type InfiniteData,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
  type QueryClientConfig,
  type QueryFilters,
  type QueryKey,
  type Updater,
} from '@tanstack/react-query'
import { ApiError } from '#lib/api-error.ts'
import { isReached } from '#lib/connectivity.ts'
import { sayError, sayErrorAndOffer } from '#ui/snackbar.ts'

type Pages = InfiniteData<unknown>

/**
 * What is told while something is read for the first time may be missing in that answer, and TanStack Query neither begins a first read anew nor
 * keeps in mind that it should: it is read once more then.
 *
 * A row that is told, in all lists that may have it, makes none of them younger: what else changed in one that is not shown is read when it is.
 *
 * And it lays the next page of a list beside the pages that were there when it was asked for: what was changed in them meanwhile is kept here.
 */
export class RealtimeQueryClient extends QueryClient {
  readonly #readAgain = new WeakSet<Promise<unknown>>()

  constructor(config?: QueryClientConfig) {
    super(config)
    const changed = new WeakMap<Query, Pages>()
    this.getQueryCache().subscribe((cacheEvent) => {
      if (cacheEvent.type !== 'updated') return
      const { query, action } = cacheEvent
      const { data, fetchMeta } = query.state
      if (action.type === 'fetch') changed.delete(query)
      if (action.type !== 'success') return
      const pages = changed.get(query)?.pages
      if (action.manual) {
        if (fetchMeta?.fetchMore) changed.set(query, data)
      } else if (pages) this.setQueryData(query.queryKey, { ...data, pages: [...pages, data.pages.at(-1)] })
    })
  }

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' } as InvalidateQueryFilters))
      if (query.state.data === undefined) this.#readAfterwards(query)
    return super.invalidateQueries(filters, options)
  }

  override setQueriesData<Data, Filters extends QueryFilters = QueryFilters>(
    filters: Filters,
    updater: Updater<NoInfer<Data> | undefined, NoInfer<Data> | undefined>,
  ): [QueryKey, Data | undefined][] {
    const setRows = (query: Query): [QueryKey, Data | undefined] => {
      const { queryKey, state } = query
      const { dataUpdatedAt, isInvalidated } = state
      const data = this.setQueryData<Data>(queryKey, updater, { updatedAt: dataUpdatedAt })
      if (isInvalidated) query.invalidate()
      return [queryKey, data]
    }
    return notifyManager.batch(() => this.getQueryCache().findAll(filters).map(setRows))
  }

  #readAfterwards({ promise, queryKey }: Query) {
    if (promise === undefined || this.#readAgain.has(promise)) return
    this.#readAgain.add(promise)
    promise.then(
      () => super.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    )
  }
}

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
