import type { Call, DataOf, QuerySent } from '@lapak/contract/call'
import type { Page } from '@lapak/contract/wire'
import type { z } from 'zod'

/** A call that lists: its query is made by the contract's `pageQuery`, its answer by `pageOf`. */
export type ListCall = Call & { query: z.ZodObject; data: z.ZodType<Page<unknown>> }

export type RowOf<C extends ListCall> = DataOf<C>['content'][number]
/** What a list can be narrowed by, as its call has it. */
export type FiltersOf<C extends ListCall> = {
  [Name in keyof Omit<QuerySent<C>, 'page' | 'size' | 'sort'>]?: Exclude<QuerySent<C>[Name], ''>
}

/** What the address says that the call can be narrowed by. What its query refuses counts as absent. */
export function filtersIn<C extends ListCall>({ query: { shape } }: C, address: object): FiltersOf<C> & { search?: string } {
  const { page, size, sort, ...filters } = shape
  const said = address as Record<string, unknown>
  const accepted = Object.entries(filters).filter(([name, filter]) => said[name] !== undefined && filter.safeParse(said[name]).success)
  return Object.fromEntries(accepted.map(([name]) => [name, said[name]])) as FiltersOf<C> & { search?: string }
}
