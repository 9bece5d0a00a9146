import {
  type InfiniteData,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  type Query,
  QueryClient,
  type QueryClientConfig,
  type QueryFilters,
  type QueryKey,
  type Updater,
} from '@tanstack/react-query'

type Pages = InfiniteData<unknown>

/**
 * A query client that does not lose realtime events.
 *
 * An event that arrives while a query is fetched for the first time may be missing in the answer, and TanStack Query ignores an invalidation during
 * the first fetch. Such a query is fetched once more afterwards.
 *
 * An event that changes a row in all cached lists must not make the lists count as fresh: a list that is not shown may have missed other events. The
 * time of its data and its invalidation are kept.
 *
 * When the next page of a list arrives, TanStack Query adds it to the pages as they were when it was requested. Changes that events made to these
 * pages in the meantime are kept here.
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
