import { type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import type { FiltersOf, ListCall } from '#lib/list-filters.ts'

/**
 * The search parameters of a page. They are declared once per page and spread into its route. This module does not use zod, so that the sign-in
 * screen does not load zod.
 */
export interface Param<Value> {
  /** Parses the text of a parameter; undefined if it is invalid. */
  read: (text: string) => Value | undefined
  /** The default if the parameter is missing or invalid, so that an old link still opens the page. */
  absent: Value
}

type Params = Record<string, Param<unknown>>
type Read<Declared extends Params, Name extends keyof Declared> = Declared[Name]['absent']
type Sometimes<Declared extends Params> = {
  [Name in keyof Declared]: undefined extends Read<Declared, Name> ? Name : never
}[keyof Declared]

/** The type of a page's search parameters. Only parameters with a default are always present. */
type SearchOf<Declared extends Params> = { [Name in Exclude<keyof Declared, Sometimes<Declared>>]: Read<Declared, Name> } & {
  [Name in Sometimes<Declared>]?: Read<Declared, Name>
}

/** How parameters are read that the page does not declare. `filters` exists only in the type. */
interface Others<Filters> extends Param<string | undefined> {
  filters?: Filters
}

/**
 * The filters of the lists on a page, with the types of the contract: `filtersOf<typeof ticketCalls.list>()`. The values stay text until a list
 * parses them with the query schema of its call (`validFilters`), which is loaded only with the list.
 */
export const filtersOf = <C extends ListCall, D extends ListCall = C, E extends ListCall = C, F extends ListCall = C>(): Others<
  FiltersOf<C> & FiltersOf<D> & FiltersOf<E> & FiltersOf<F>
> => textParam(100)

/** Creates the options of a route that parse its search parameters. Defaults are not written into the URL. */
export function searchParamsOptions<const Declared extends Params, Filters = unknown>(declared: Declared, others?: Others<Filters>) {
  type Search = SearchOf<Declared> & NoInfer<Filters>
  const params = Object.entries(declared)
  return {
    validateSearch: (asked: Partial<Search> & SearchSchemaInput): Search => {
      const input = asked as Record<string, unknown>
      const all = [...(others ? Object.keys(input).map((name) => [name, others] as const) : []), ...params]
      return Object.fromEntries(all.map(([name, param]) => [name, readParam(param, input[name])])) as Search
    },
    search: {
      middlewares: [
        stripSearchParams<Search, never, Partial<Search>, Partial<Search>>(
          Object.fromEntries(params.map(([name, { absent }]) => [name, absent])) as Partial<Search>,
        ),
      ],
    },
  }
}

const readParam = ({ read, absent }: Param<unknown>, asked: unknown) =>
  asked === undefined || asked === null ? absent : (read(String(asked)) ?? absent)

const matching = (shape: RegExp): Param<string | undefined> => ({
  read: (text) => (shape.test(text) ? text : undefined),
  absent: undefined,
})

/** A line of text, trimmed. */
export const textParam = (max: number): Param<string | undefined> => ({
  read: (asked) => {
    const line = asked.trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the server refuses them
    return line.length > 0 && line.length <= max && !/[\u0000-\u001f\u007f]/.test(line) ? line : undefined
  },
  absent: undefined,
})

/** The id of a row. */
export const idParam = () => matching(/^\d{1,15}$/)

/** A member's id, or `cso` for customer service. */
export const memberParam = () => matching(/^(\d{1,15}|cso)$/)

/** A date. */
export const dateParam = () => matching(/^2\d{3}-[01]\d-[0-3]\d$/)

/** One of the listed words. */
export function choiceParam<const Word extends string>(words: readonly Word[]): Param<Word | undefined>
export function choiceParam<const Word extends string>(words: readonly Word[], absent: NoInfer<Word>): Param<Word>
export function choiceParam<const Word extends string>(words: readonly Word[], absent?: Word): Param<Word | undefined> {
  return { read: (asked) => words.find((word) => word === asked), absent }
}

/** The tabs of a page; the first one is the default. */
export const tabParam = <const Word extends string>(first: Word, ...others: Word[]): Param<Word> => choiceParam([first, ...others], first)

const number = (shape: RegExp, absent: number): Param<number> => ({
  read: (asked) => (shape.test(asked) ? Number(asked) : undefined),
  absent,
})

/**
 * Page, page size (-1 for all rows) and sort of a list. Size 0 is for a page whose lists have different default sizes. The valid sorts are defined by
 * the call of the list; see `useList`.
 */
export const pagingParams = (size = 10) => ({
  page: number(/^[1-9]\d{0,5}$/, 1),
  size: number(/^-1$|^[1-9]\d{0,3}$/, size),
  sort: matching(/^[a-z]+,(ASC|DESC)$/),
})
