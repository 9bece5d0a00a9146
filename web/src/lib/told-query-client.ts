import {
  type InfiniteData,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryCacheNotifyEvent,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from '@tanstack/react-query'

type Updated = Extract<QueryCacheNotifyEvent, { type: 'updated' }>
type Pages = InfiniteData<unknown>

/**
 * What is told while something is read for the first time may be missing in that answer, and TanStack Query neither begins a first read anew nor
 * keeps in mind that it should: it is read once more then.
 *
 * And it lays the next page of a list beside the pages that were there when it was asked for: what was changed in them meanwhile is kept here.
 */
export class ToldQueryClient extends QueryClient {
  readonly #readAgain = new WeakSet<Promise<unknown>>()
  readonly #changed = new WeakMap<Query, Pages>()

  constructor(config?: QueryClientConfig) {
    super(config)
    this.getQueryCache().subscribe((said) => {
      if (said.type === 'updated') this.#keepChanged(said)
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

  #keepChanged({ query, action }: Updated) {
    if (action.type === 'fetch') this.#changed.delete(query)
    if (action.type !== 'success') return
    const isGrowing = query.state.fetchStatus === 'fetching' && query.state.fetchMeta?.fetchMore !== undefined
    if (action.manual && isGrowing) this.#changed.set(query, query.state.data)
    const changed = action.manual ? undefined : this.#changed.get(query)
    if (changed === undefined) return
    this.#changed.delete(query)
    const grown: Pages = query.state.data
    this.setQueryData<Pages>(query.queryKey, { ...grown, pages: [...changed.pages, ...grown.pages.slice(-1)] })
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
