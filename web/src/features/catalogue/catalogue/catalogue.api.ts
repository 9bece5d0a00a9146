import { catalogueCalls, categoriesPerPage } from '@lapak/contract/catalogue/catalogue'
import type { DataOf } from '@lapak/contract/shared/call'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '#lib/api.ts'
import { nextPageParam } from '#lib/pages.ts'

/** Prefix of the keys of all queries that show offers, so that a change of the buying list or of prices can invalidate all of these queries. */
export const offersKey = ['offers'] as const

/** In milliseconds. The server publishes only changes of offers in the buyer's list, so other visible offers are refetched at this interval. */
export const offersIntervalMs = 30_000

export type Categories = DataOf<typeof catalogueCalls.categories>

/** In milliseconds; categories and products change only about once a month. */
const keptMs = 5 * 60_000

export const categoriesQuery = queryOptions({
  queryKey: ['catalogue', 'categories'],
  queryFn: ({ signal }) => allCategories(signal),
  staleTime: keptMs,
})

/** Reads all pages of categories: there are few categories, and the tree must be able to find every category. */
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

/** Products per page: few cards for a phone, while a table shows the whole brand on one page. */
const comparePage = { cards: 12, table: 100 }

/** The products of a brand with their cheapest sellers, paged. */
export const compareQuery = ({ brandid, sort, form }: { brandid: string; sort: string; form: keyof typeof comparePage }) =>
  infiniteQueryOptions({
    queryKey: [...offersKey, 'compare', brandid, sort, form],
    queryFn: ({ pageParam: page, signal }) =>
      request(catalogueCalls.compareBrand, { params: { id: brandid }, query: { size: comparePage[form], page, sort }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    placeholderData: keepPreviousData,
    refetchInterval: offersIntervalMs,
  })

export interface PricesFilter {
  brandid: string
  /** Limits the prices to this product. */
  productid?: string
  sort: string
}

const brandPage = 25
const productPage = 50

/** The prices of one product if `productid` is set, otherwise of all products of the brand; paged. */
export const pricesQuery = ({ brandid, productid, sort }: PricesFilter) =>
  infiniteQueryOptions({
    queryKey: [...offersKey, 'prices', brandid, productid, sort],
    queryFn: ({ pageParam: page, signal }) =>
      productid
        ? request(catalogueCalls.pricesOfProduct, { params: { id: productid }, query: { size: productPage, page, sort }, signal })
        : request(catalogueCalls.pricesOfBrand, { params: { id: brandid }, query: { size: brandPage, page, sort }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
    placeholderData: keepPreviousData,
    refetchInterval: offersIntervalMs,
  })
