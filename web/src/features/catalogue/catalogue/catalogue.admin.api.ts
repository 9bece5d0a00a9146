import { categoriesPerPage } from '@lapak/contract/catalogue/catalogue'
import {
  type BrandGroupRow,
  type BrandRow,
  catalogueAdminCalls,
  type ProductPreview,
  type ProductRow,
} from '@lapak/contract/catalogue/catalogue.admin'
import type { BodySent } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { offersKey } from '#features/catalogue/catalogue/catalogue.api.ts'
import { request, submit } from '#lib/api.ts'
import { everyPage } from '#lib/pages.ts'
import { sayDone } from '#ui/snackbar.ts'

const key = ['catalogue', 'administration'] as const

/** How many of them are asked for at once where one is chosen (B-CONST-16 to B-CONST-18). */
const atOnce = { categories: categoriesPerPage, brands: 500, groups: 100 }

export const productList = {
  ...{ name: 'catalogue-products', call: catalogueAdminCalls.products, key: [...key, 'products'] as const },
  csv: catalogueAdminCalls.export,
}
export const brandList = { name: 'catalogue-brands', call: catalogueAdminCalls.brands, key: [...key, 'brands'] as const }
export const brandGroupList = { name: 'catalogue-groups', call: catalogueAdminCalls.brandGroups, key: [...key, 'groups'] as const }
export const categoryList = { name: 'catalogue-categories', call: catalogueAdminCalls.categories, key: [...key, 'categories'] as const }

/** How much there is of each. */
export const countsQuery = queryOptions({
  queryKey: [...key, 'counts'],
  queryFn: ({ signal }) => request(catalogueAdminCalls.counts, { signal }),
})

/** To choose from: all of them by name, closed ones too. */
export const allCategoriesQuery = queryOptions({
  queryKey: [...categoryList.key, 'all'],
  queryFn: ({ signal }) =>
    everyPage(atOnce.categories, (part) => request(catalogueAdminCalls.categories, { query: { ...part, sort: 'name,ASC' }, signal })),
})
export const allBrandsQuery = queryOptions({
  queryKey: [...brandList.key, 'all'],
  queryFn: ({ signal }) =>
    everyPage(atOnce.brands, (part) => request(catalogueAdminCalls.brands, { query: { ...part, sort: 'brandname,ASC' }, signal })),
})

export const groupsOfQuery = (categoryid: string) =>
  queryOptions({
    queryKey: [...brandGroupList.key, 'of', categoryid],
    queryFn: ({ signal }) =>
      everyPage(atOnce.groups, (part) =>
        request(catalogueAdminCalls.brandGroups, { query: { ...part, categoryid, sort: 'name,ASC' }, signal }),
      ),
    enabled: categoryid !== '',
  })

const closingCalls = { product: catalogueAdminCalls.closingProduct, brand: catalogueAdminCalls.closingBrand }
export type Closable = keyof typeof closingCalls

/** What closing it would touch; asked anew each time. */
export const closingQuery = (what: Closable, id: bigint) =>
  queryOptions({
    queryKey: [...key, 'closing', what, id.toString()],
    queryFn: ({ signal }) => request(closingCalls[what], { params: { id: id.toString() }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Everything that shows products, here and where they are bought. */
export function useRefreshCatalogue() {
  const queries = useQueryClient()
  return () => Promise.all([queries.invalidateQueries({ queryKey: ['catalogue'] }), queries.invalidateQueries({ queryKey: offersKey })])
}

interface Seen {
  id: bigint
  updateat: Date
}

/** As it was read, so that of two who change it at once the second is told. */
const seen = ({ id, updateat }: Seen) => ({ id: Number(id), updateat: updateat.toISOString() })

function useSaving<Body>(send: (body: Body) => Promise<{ msg: string }>) {
  const refresh = useRefreshCatalogue()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

type ProductSent = BodySent<typeof catalogueAdminCalls.addProduct>
type BrandSent = BodySent<typeof catalogueAdminCalls.addBrand>
type BrandGroupSent = BodySent<typeof catalogueAdminCalls.addBrandGroup>

/** A new one, or one that is there; its form shows what is wrong. */
export const useSaveProduct = (row: ProductRow | undefined) =>
  useSaving((body: ProductSent) =>
    row ? submit(catalogueAdminCalls.changeProduct, { body: { ...body, ...seen(row) } }) : submit(catalogueAdminCalls.addProduct, { body }),
  )
export const useSaveBrand = (row: BrandRow | undefined) =>
  useSaving((body: BrandSent) =>
    row ? submit(catalogueAdminCalls.changeBrand, { body: { ...body, ...seen(row) } }) : submit(catalogueAdminCalls.addBrand, { body }),
  )
export const useSaveBrandGroup = (row: BrandGroupRow | undefined) =>
  useSaving((body: BrandGroupSent) =>
    row
      ? submit(catalogueAdminCalls.changeBrandGroup, { body: { ...body, ...seen(row) } })
      : submit(catalogueAdminCalls.addBrandGroup, { body }),
  )

interface FileSent {
  file: File
  keep: boolean
  page: number
  digest?: string
}

/** What becomes of a file, and that it is done. */
export function useImportProducts() {
  const refresh = useRefreshCatalogue()
  return useMutation({
    mutationFn: async ({ file, keep, page, digest }: FileSent): Promise<ProductPreview> => {
      const query = { simpan: keep ? ('1' as const) : ('0' as const), page, ...(digest !== undefined && { digest }) }
      const { data, msg } = await submit(catalogueAdminCalls.import, { file, query })
      if (keep) sayDone(msg)
      return data
    },
    onSettled: (_answer, _error, { keep }) => (keep ? refresh() : undefined),
    meta: { shownInPlace: true },
  })
}
