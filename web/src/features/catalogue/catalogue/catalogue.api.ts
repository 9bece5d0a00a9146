import { catalogueCalls, categoriesPerPage } from '@lapak/contract/catalogue/catalogue'
import type { DataOf } from '@lapak/contract/shared/call'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { nextPage } from '#lib/pages.ts'

/** Begins the key of whatever shows offers: adding one to the buying list or a change of prices refreshes them all. */
export const offersKey = ['offers'] as const

/** The server tells only of what is in the buyer's list; other offers on show are asked for again this often. */
export const offersEvery = 30_000

export type Categories = DataOf<typeof catalogueCalls.categories>

/** Categories and products change by the month. */
const keptMs = 5 * 60_000

export const categoriesQuery = queryOptions({
  queryKey: ['catalogue', 'categories'],
  queryFn: ({ signal }) => allCategories(signal),
  staleTime: keptMs,
})

/** A market has few; whoever looks for one must find it, so none is left for later. */
async function allCategories(signal: AbortSignal): Promise<Categories> {
  const all: Categories = []
  for (let page = 0; ; page++) {
    const part = await request(catalogueCalls.categories, { query: { size: categoriesPerPage, page: page || undefined }, signal })
    all.push(...part)
    if (part.length < categoriesPerPage) return all
  }
}

export const productsQuery = (brandid: string) =>
  queryOptions({
    queryKey: ['catalogue', 'products', brandid],
    queryFn: ({ signal }) => request(catalogueCalls.productsOfBrand, { params: { id: brandid }, signal }),
    staleTime: keptMs,
  })

/** Few enough cards for a phone; a table is there to see all of a brand at once. */
const comparePage = { cards: 12, table: 100 }

/** The products of a brand with their cheapest sellers, page after page. */
export const compareQuery = ({ brandid, sort, form }: { brandid: string; sort: string; form: keyof typeof comparePage }) =>
  infiniteQueryOptions({
    queryKey: [...offersKey, 'compare', brandid, sort, form],
    queryFn: ({ pageParam: page, signal }) =>
      request(catalogueCalls.compareBrand, { params: { id: brandid }, query: { size: comparePage[form], page, sort }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    refetchInterval: offersEvery,
  })

export interface PricesAsked {
  brandid: string
  /** Only this product's prices. */
  productid?: string
  sort: string
}

const brandPage = 25
const productPage = 50

/** Prices of a product when one is chosen, else of all products of the brand; page after page. */
export const pricesQuery = ({ brandid, productid, sort }: PricesAsked) =>
  infiniteQueryOptions({
    queryKey: [...offersKey, 'prices', brandid, productid, sort],
    queryFn: ({ pageParam: page, signal }) =>
      productid
        ? request(catalogueCalls.pricesOfProduct, { params: { id: productid }, query: { size: productPage, page, sort }, signal })
        : request(catalogueCalls.pricesOfBrand, { params: { id: brandid }, query: { size: brandPage, page, sort }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    refetchInterval: offersEvery,
  })
