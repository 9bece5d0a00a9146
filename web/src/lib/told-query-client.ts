import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * What is told while something is read for the first time may be missing in that answer, and TanStack Query neither begins a first read anew nor
 * keeps in mind that it should: it is read once more then.
 */
export class ToldQueryClient extends QueryClient {
  readonly #readAgain = new WeakSet<Promise<unknown>>()

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
