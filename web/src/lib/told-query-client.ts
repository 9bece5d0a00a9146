import {
  type InfiniteData,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from '@tanstack/react-query'

type Pages = InfiniteData<unknown>

/**
 * What is told while something is read for the first time may be missing in that answer, and TanStack Query neither begins a first read anew nor
 * keeps in mind that it should: it is read once more then.
 *
 * And it lays the next page of a list beside the pages that were there when it was asked for: what was changed in them meanwhile is kept here.
 */
export class ToldQueryClient extends QueryClient {
  readonly #readAgain = new WeakSet<Promise<unknown>>()

  constructor(config?: QueryClientConfig) {
    super(config)
    const changed = new WeakMap<Query, Pages>()
    this.getQueryCache().subscribe((said) => {
      if (said.type !== 'updated') return
      const { query, action } = said
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

  #readAfterwards({ promise, queryKey }: Query) {
    if (promise === undefined || this.#readAgain.has(promise)) return
    this.#readAgain.add(promise)
    promise.then(
      () => super.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    )
  }
}
