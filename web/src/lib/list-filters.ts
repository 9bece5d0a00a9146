import type { Call, DataOf, QuerySent } from '@lapak/contract/shared/call'
import type { Page } from '@lapak/contract/shared/wire'
import type { z } from 'zod'

/** A call that lists: its query is built by the contract's `pageQuery`, its answer by `pageOf`. */
export type ListCall = Call & { query: z.ZodObject; data: z.ZodType<Page<unknown>> }

export type RowOf<C extends ListCall> = DataOf<C>['content'][number]
/** The filters of a list, as defined by its call. */
export type FiltersOf<C extends ListCall> = {
  [Name in keyof Omit<QuerySent<C>, 'page' | 'size' | 'sort'>]?: Exclude<QuerySent<C>[Name], ''>
}

/** The filters in the address. Values that the query refuses are left out. */
export const filtersIn = <C extends ListCall>(call: C, address: object) =>
  Object.fromEntries(
    givenFilters(call, address)
      .filter(({ accepted }) => accepted)
      .map(({ name, value }) => [name, value]),
  ) as FiltersOf<C> & { search?: string }

/** The names of filters whose value in the address is refused by the query. */
export const refusedIn = (call: ListCall, address: object): string[] =>
  givenFilters(call, address)
    .filter(({ accepted }) => !accepted)
    .map(({ name }) => name)

/** Why the call refuses a search, if the other filters leave too many rows to search. */
export const searchRefusedIn = ({ query }: ListCall, asked: object): string | undefined =>
  query.safeParse(asked).error?.issues.find(({ path }) => path[0] === 'search')?.message

function givenFilters({ query: { shape } }: ListCall, address: object) {
  const { page, size, sort, ...filters } = shape
  const values = address as Record<string, unknown>
  return Object.entries(filters)
    .map(([name, filter]) => ({ name, value: values[name], accepted: filter.safeParse(values[name]).success }))
    .filter(({ value }) => value !== undefined)
}
