import type { Call } from '@lapak/contract/shared/call'
import { type Page, pageSizeMax } from '@lapak/contract/shared/wire'
import { keepPreviousData, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { download, type NamedFile, request } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { readStored, writeStored } from '#lib/browser-storage.ts'
import { type FiltersOf, invalidFilterNames, type ListCall, type RowOf, searchErrorOf, validFilters } from '#lib/list-filters.ts'
import type { SearchParams } from '#lib/use-search-params.ts'

interface Paging {
  /** One-based; on the wire, pages are zero-based. */
  page: number
  /** The number of rows per page; -1 for all rows. */
  size: number
  /** `field,ASC` or `field,DESC`; undefined to use the stored sort. */
  sort?: string
}

/** The search parameters of a page that a list uses. */
export type ListSearchParams<C extends ListCall> = SearchParams<Paging & FiltersOf<C>>

export interface ListSource<C extends ListCall> {
  /** The name under which this browser stores the sort and the table settings of the list. */
  name: string
  call: C
  key: QueryKey
  /** The call that returns the rows of all pages as a CSV file. */
  csv?: Call & { csv: true }
}

/** The data of a list that a table needs. */
export interface TableList<Row> {
  name: string
  /** The rows of the page; undefined until they are loaded. */
  rows: Row[] | undefined
  total: number
  page: number
  /** The number of rows per page; -1 for all rows. */
  size: number
  /** The page sizes that the user can choose from. */
  pageSizes: readonly number[]
  sort: string
  search: string
  /** Whether any filter other than the search is in use. */
  hasActiveFilters: boolean
  error: Error | null
  /** Why the server would refuse the search, for example because the word is too short. */
  searchError: string | undefined
  /** Whether the shown rows belong to the previous query, because the next answer has not arrived yet. */
  isStale: boolean
  refresh: () => void
  setPage: (page: number) => void
  setPageSize: (size: number) => void
  setSort: (sort: string) => void
  setSearch: (text: string) => void
  /** Clears the search and the filters. */
  resetFilters: () => void
  csv: ((onProgress: (bytes: number) => void) => Promise<NamedFile>) | undefined
}

export interface List<Row, Filters> extends TableList<Row> {
  filters: Filters
  /** Changes filters and goes to the first page. */
  setFilters: (change: Filters) => void
}

interface UseListOptions<Filters> {
  /** Filters that apply unless the URL contains other filters. */
  defaultFilters?: Filters
  /** The polling interval in milliseconds. */
  refetchInterval?: number | false
}

/** One page of a list, with the page, sort and filters of the URL. */
export function useList<C extends ListCall>(
  source: ListSource<C>,
  { search: params, replace }: ListSearchParams<C>,
  { defaultFilters, refetchInterval = false }: UseListOptions<FiltersOf<C>> = {},
): List<RowOf<C>, FiltersOf<C>> {
  const { name, call, csv } = source
  const { page } = params
  const all = allRowsSize(call)
  const size = params.size < 0 && all < pageSizeMax ? all : params.size
  const sort = sortOf(call, [params.sort, readStored(sortName(name))])
  const activeFilters = validFilters(call, params)
  const filters = { ...defaultFilters, ...activeFilters }
  const invalidNames = invalidFilterNames(call, params)
  useEffect(() => {
    if (invalidNames.length > 0)
      replace(Object.fromEntries(invalidNames.map((name) => [name, undefined])) as Partial<Paging & FiltersOf<C>>)
  })
  const query = { ...filters, page: page - 1, size: size < 0 ? all : size, sort }
  const searchError = searchErrorOf(call, query)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...listQuery(source, query),
    enabled: searchError === undefined,
    placeholderData: keepPreviousData,
    refetchInterval,
  })
  const refresh = useCallback(() => void refetch(), [refetch])
  // Safe because every search parameter is optional or has a default.
  const changeParams = (part: object) => replace({ page: 1, ...part } as Partial<Paging & FiltersOf<C>>)

  return {
    name,
    rows: data?.content as RowOf<C>[] | undefined,
    total: data?.totalElements ?? 0,
    page,
    size,
    pageSizes: all < pageSizeMax ? pageSizes : [...pageSizes, -1],
    sort,
    search: activeFilters.search ?? '',
    hasActiveFilters: Object.keys(activeFilters).some((filter) => filter !== 'search'),
    error,
    searchError: searchError ?? (error instanceof ApiError ? error.errors.search : undefined),
    isStale: isPlaceholderData,
    refresh,
    setPage: (next) => changeParams({ page: next }),
    setPageSize: (next) => changeParams({ size: next }),
    setSort: (next) => {
      writeStored(sortName(name), next)
      changeParams({ sort: next })
    },
    setSearch: (text) => changeParams({ search: text || undefined }),
    resetFilters: () => changeParams(Object.fromEntries(Object.keys(activeFilters).map((filter) => [filter, undefined]))),
    csv: csv && ((onProgress) => download(csv, { query: { ...filters, sort } }, onProgress)),
    filters,
    setFilters: changeParams,
  }
}

const pageSizes = [10, 25, 50, 100]

/**
 * The number of rows that the call returns for size -1 (B-CONST-15). If it is below the maximum page size, "all rows" is not offered as a page size.
 */
const allRowsSize = ({ query: { shape } }: ListCall): number => shape.size.parse(-1)

/** A query for one page of a list. */
export const listQuery = <C extends ListCall>(
  { call, key }: Pick<ListSource<C>, 'call' | 'key'>,
  query: FiltersOf<C> & { page: number; size: number; sort: string },
) =>
  queryOptions({
    queryKey: [...key, query],
    queryFn: async ({ signal }) => (await request<ListCall>(call, { query, signal })) as Page<RowOf<C>>,
  })

const sortName = (list: string) => `sort.${list}`

/** The first of the wanted sorts that the call supports (B-CONST-14); a sort that is stored or in a link may no longer exist. */
function sortOf({ query: { shape } }: ListCall, wanted: (string | null | undefined)[]): string {
  const known = wanted.find((sort) => sort && shape.sort.safeParse(sort).success)
  if (known) return known
  const { field, descending } = shape.sort.parse(undefined)
  return `${field},${descending ? 'DESC' : 'ASC'}`
}
