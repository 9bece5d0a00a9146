import type { Call, DataOf, QuerySent } from '@lapak/contract/shared/call'
import type { Page } from '@lapak/contract/shared/wire'
import type { z } from 'zod'

/** A call that returns a list: its query schema is created by the contract's `pageQuery`, and its data schema by `pageOf`. */
export type ListCall = Call & { query: z.ZodObject; data: z.ZodType<Page<unknown>> }

export type RowOf<C extends ListCall> = DataOf<C>['content'][number]
/** The filters of a list, as the query schema of its call defines them. */
export type FiltersOf<C extends ListCall> = {
  [Name in keyof Omit<QuerySent<C>, 'page' | 'size' | 'sort'>]?: Exclude<QuerySent<C>[Name], ''>
}

/** The filters in the URL. Values that the query schema refuses are left out. */
export const validFilters = <C extends ListCall>(call: C, params: object) =>
  Object.fromEntries(
    filtersInParams(call, params)
      .filter(({ accepted }) => accepted)
      .map(({ name, value }) => [name, value]),
  ) as FiltersOf<C> & { search?: string }

/** The names of the filters in the URL whose values the query schema refuses. */
export const invalidFilterNames = (call: ListCall, params: object): string[] =>
  filtersInParams(call, params)
    .filter(({ accepted }) => !accepted)
    .map(({ name }) => name)

/** The error text for a search that the query schema refuses because the other filters leave too many rows to search. */
export const searchErrorOf = ({ query }: ListCall, asked: object): string | undefined =>
  query.safeParse(asked).error?.issues.find(({ path }) => path[0] === 'search')?.message

function filtersInParams({ query: { shape } }: ListCall, params: object) {
  const { page, size, sort, ...filters } = shape
  const values = params as Record<string, unknown>
  return Object.entries(filters)
    .map(([name, filter]) => ({ name, value: values[name], accepted: filter.safeParse(values[name]).success }))
    .filter(({ value }) => value !== undefined)
}
