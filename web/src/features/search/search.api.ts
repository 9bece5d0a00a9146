import { catalogueCalls } from '@lapak/contract/catalogue'
import { supplierCalls } from '@lapak/contract/suppliers'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { offersKey } from '#features/catalogue/catalogue.api.ts'
import { request } from '#lib/api.ts'

const pageSize = 50

interface Found {
  content: unknown[]
  totalElements: number
}

const nextPage = ({ totalElements }: Found, pages: Found[]) =>
  pages.reduce((sum, { content }) => sum + content.length, 0) < totalElements ? pages.length : undefined

export const foundProductsQuery = (cari: string, sort: string) =>
  infiniteQueryOptions({
    queryKey: [...offersKey, 'found', cari, sort],
    queryFn: ({ pageParam: page, signal }) => request(catalogueCalls.search, { query: { cari, size: pageSize, page, sort }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })

export const foundSellersQuery = (cari: string) =>
  infiniteQueryOptions({
    queryKey: ['suppliers', 'found', cari],
    queryFn: ({ pageParam: page, signal }) => request(supplierCalls.search, { query: { cari, size: pageSize, page }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPage,
  })
