import { type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import type { FiltersOf, ListCall } from '#lib/list-filters.ts'

/**
 * What the address of a page says, declared once per page and spread into its route. By hand rather than with zod, which
 * the sign-in screen can do without.
 */
export interface Param<Value> {
  /** Undefined for what it cannot be. */
  read: (text: string) => Value | undefined
  /** What holds while the address does not say, or says something wrong: an old link still opens the page. */
  absent: Value
}

type Params = Record<string, Param<unknown>>
type Read<Declared extends Params, Name extends keyof Declared> = Declared[Name]['absent']
type Sometimes<Declared extends Params> = {
  [Name in keyof Declared]: undefined extends Read<Declared, Name> ? Name : never
}[keyof Declared]

/** The typed search object of a page that declares these. Only what has a default is always there. */
type SearchOf<Declared extends Params> = { [Name in Exclude<keyof Declared, Sometimes<Declared>>]: Read<Declared, Name> } & {
  [Name in Sometimes<Declared>]?: Read<Declared, Name>
}

/** How all is read that is not declared by name. `filters` is never there and only says the type. */
interface Others<Filters> extends Param<string | undefined> {
  filters?: Filters
}

/**
 * The filters of the lists on a page, as the contract has them: `filtersOf<typeof ticketCalls.list>()`. They are texts
 * until a list reads them by the query of its call (`filtersIn`), which is not loaded before the list is.
 */
export const filtersOf = <C extends ListCall, D extends ListCall = C, E extends ListCall = C, F extends ListCall = C>(): Others<
  FiltersOf<C> & FiltersOf<D> & FiltersOf<E> & FiltersOf<F>
> => text(100)

/** The part of a route that reads its address. Defaults are not written into it. */
export function searchParams<const Declared extends Params, Filters = unknown>(declared: Declared, others?: Others<Filters>) {
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

/** One line of text, without the spaces around it. */
export const text = (max: number): Param<string | undefined> => ({
  read: (asked) => {
    const line = asked.trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the server refuses them
    return line.length > 0 && line.length <= max && !/[\u0000-\u001f\u007f]/.test(line) ? line : undefined
  },
  absent: undefined,
})

/** The number of a row. */
export const id = () => matching(/^\d{1,15}$/)

/** A member's number, or customer service. */
export const whom = () => matching(/^(\d{1,15}|cso)$/)

/** A day of the calendar. */
export const day = () => matching(/^2\d{3}-[01]\d-[0-3]\d$/)

/** One of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Param<Word | undefined>
export function oneOf<const Word extends string>(words: readonly Word[], absent: NoInfer<Word>): Param<Word>
export function oneOf<const Word extends string>(words: readonly Word[], absent?: Word): Param<Word | undefined> {
  return { read: (asked) => words.find((word) => word === asked), absent }
}

/** The tabs of a page; the first one is open at first. */
export const tab = <const Word extends string>(first: Word, ...others: Word[]): Param<Word> => oneOf([first, ...others], first)

const number = (shape: RegExp, absent: number): Param<number> => ({
  read: (asked) => (shape.test(asked) ? Number(asked) : undefined),
  absent,
})

/** Page, size (-1 is everything) and sort of a list; a page whose lists begin with different sizes says 0. Which sorts there are says the list's call; see `useList`. */
export const paging = (size = 10) => ({
  page: number(/^[1-9]\d{0,5}$/, 1),
  size: number(/^-1$|^[1-9]\d{0,3}$/, size),
  sort: matching(/^[a-z]+,(ASC|DESC)$/),
})
