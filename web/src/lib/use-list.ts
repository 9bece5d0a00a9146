import type { Call } from '@lapak/contract/shared/call'
import { type Page, pageSizeMax } from '@lapak/contract/shared/wire'
import { keepPreviousData, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Address } from '#lib/address.ts'
import { download, type NamedFile, request } from '#lib/api.ts'
import { ApiError } from '#lib/api-error.ts'
import { readStored, writeStored } from '#lib/browser-storage.ts'
import { type FiltersOf, filtersIn, type ListCall, type RowOf, refusedIn, searchRefusedIn } from '#lib/list-filters.ts'

interface Paging {
  /** One-based; on the wire, pages are zero-based. */
  page: number
  /** The number of rows per page; -1 for all rows. */
  size: number
  /** `field,ASC` or `field,DESC`; undefined to use the stored sort. */
  sort?: string
}

/** The search parameters of a page that a list uses. */
export type ListAddress<C extends ListCall> = Address<Paging & FiltersOf<C>>

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
  sizes: readonly number[]
  sort: string
  search: string
  /** Whether any filter other than the search is in use. */
  narrowed: boolean
  error: Error | null
  /** Why the server would refuse the search, for example because the word is too short. */
  searchRefused: string | undefined
  /** Whether the shown rows belong to the previous query, because the next answer has not arrived yet. */
  stale: boolean
  refresh: () => void
  turnTo: (page: number) => void
  resize: (size: number) => void
  sortBy: (sort: string) => void
  find: (text: string) => void
  /** Clears the search and the filters. */
  showAll: () => void
  csv: ((onProgress: (bytes: number) => void) => Promise<NamedFile>) | undefined
}

export interface List<Row, Filters> extends TableList<Row> {
  filters: Filters
  /** Changes filters and goes to the first page. */
  filter: (change: Filters) => void
}

interface Ways<Filters> {
  /** Filters that apply unless the URL contains other filters. */
  preset?: Filters
  /** The polling interval in milliseconds. */
  every?: number | false
}

/** One page of a list, with the page, sort and filters of the URL. */
export function useList<C extends ListCall>(
  source: ListSource<C>,
  { search: address, change }: ListAddress<C>,
  { preset, every = false }: Ways<FiltersOf<C>> = {},
): List<RowOf<C>, FiltersOf<C>> {
  const { name, call, csv } = source
  const { page } = address
  const all = allOf(call)
  const size = address.size < 0 && all < pageSizeMax ? all : address.size
  const sort = sortOf(call, [address.sort, readStored(sortName(name))])
  const chosen = filtersIn(call, address)
  const filters = { ...preset, ...chosen }
  const refused = refusedIn(call, address)
  useEffect(() => {
    if (refused.length > 0) change(Object.fromEntries(refused.map((name) => [name, undefined])) as Partial<Paging & FiltersOf<C>>)
  })
  const asked = { ...filters, page: page - 1, size: size < 0 ? all : size, sort }
  const unasked = searchRefusedIn(call, asked)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...listQuery(source, asked),
    enabled: unasked === undefined,
    placeholderData: keepPreviousData,
    refetchInterval: every,
  })
  const refresh = useCallback(() => void refetch(), [refetch])
  // Safe because every search parameter is optional or has a default.
  const go = (part: object) => change({ page: 1, ...part } as Partial<Paging & FiltersOf<C>>)

  return {
    name,
    rows: data?.content as RowOf<C>[] | undefined,
    total: data?.totalElements ?? 0,
    page,
    size,
    sizes: all < pageSizeMax ? pageSizes : [...pageSizes, -1],
    sort,
    search: chosen.search ?? '',
    narrowed: Object.keys(chosen).some((filter) => filter !== 'search'),
    error,
    searchRefused: unasked ?? (error instanceof ApiError ? error.errors.search : undefined),
    stale: isPlaceholderData,
    refresh,
    turnTo: (next) => go({ page: next }),
    resize: (next) => go({ size: next }),
    sortBy: (next) => {
      writeStored(sortName(name), next)
      go({ sort: next })
    },
    find: (text) => go({ search: text || undefined }),
    showAll: () => go(Object.fromEntries(Object.keys(chosen).map((filter) => [filter, undefined]))),
    csv: csv && ((onProgress) => download(csv, { query: { ...filters, sort } }, onProgress)),
    filters,
    filter: go,
  }
}

const pageSizes = [10, 25, 50, 100]

/**
 * The number of rows that the call returns for size -1 (B-CONST-15). If it is below the maximum page size, "all rows" is not offered as a page size.
 */
const allOf = ({ query: { shape } }: ListCall): number => shape.size.parse(-1)

/** A query for one page of a list. */
export const listQuery = <C extends ListCall>(
  { call, key }: Pick<ListSource<C>, 'call' | 'key'>,
  asked: FiltersOf<C> & { page: number; size: number; sort: string },
) =>
  queryOptions({
    queryKey: [...key, asked],
    queryFn: async ({ signal }) => (await request<ListCall>(call, { query: asked, signal })) as Page<RowOf<C>>,
  })

const sortName = (list: string) => `sort.${list}`

/** The first of the wanted sorts that the call supports (B-CONST-14); a sort that is stored or in a link may no longer exist. */
function sortOf({ query: { shape } }: ListCall, wanted: (string | null | undefined)[]): string {
  const known = wanted.find((sort) => sort && shape.sort.safeParse(sort).success)
  if (known) return known
  const { field, descending } = shape.sort.parse(undefined)
  return `${field},${descending ? 'DESC' : 'ASC'}`
}
