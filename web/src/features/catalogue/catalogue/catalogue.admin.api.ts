import { categoriesPerPage } from '@lapak/contract/catalogue/catalogue'
import {
  type BrandGroupRow,
  type BrandRow,
  type CategoryRow,
  catalogueAdminCalls,
  type ProductPreview,
  type ProductRow,
} from '@lapak/contract/catalogue/catalogue.admin'
import type { BodySent } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { offersKey } from '#features/catalogue/catalogue/catalogue.api.ts'
import { request, submit } from '#lib/api.ts'
import { fetchAllPages } from '#lib/pages.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['catalogue', 'administration'] as const

/** Page sizes of the lists that fill selects (B-CONST-16 to B-CONST-18). */
const atOnce = { categories: categoriesPerPage, brands: 500, groups: 100 }

export const productAdminList = {
  ...{ name: 'catalogue-products', call: catalogueAdminCalls.products, key: [...key, 'products'] as const },
  csv: catalogueAdminCalls.export,
}
export const brandAdminList = { name: 'catalogue-brands', call: catalogueAdminCalls.brands, key: [...key, 'brands'] as const }
export const brandGroupAdminList = { name: 'catalogue-groups', call: catalogueAdminCalls.brandGroups, key: [...key, 'groups'] as const }
export const categoryAdminList = {
  name: 'catalogue-categories',
  call: catalogueAdminCalls.categories,
  key: [...key, 'categories'] as const,
}

/** The number of records of each kind. */
export const catalogueCountsQuery = queryOptions({
  queryKey: [...key, 'counts'],
  queryFn: ({ signal }) => request(catalogueAdminCalls.counts, { signal }),
})

/** For selects: all categories by name, including closed ones. */
export const allCategoriesQuery = queryOptions({
  queryKey: [...categoryAdminList.key, 'all'],
  queryFn: ({ signal }) =>
    fetchAllPages(atOnce.categories, (part) => request(catalogueAdminCalls.categories, { query: { ...part, sort: 'name,ASC' }, signal })),
})
/** All categories in the order in which buyers and sellers see them, including hidden ones. */
export const orderedCategoriesQuery = queryOptions({
  queryKey: [...categoryAdminList.key, 'ordered'],
  queryFn: ({ signal }) =>
    fetchAllPages(atOnce.categories, (part) =>
      request(catalogueAdminCalls.categories, { query: { ...part, sort: 'sortorder,ASC' }, signal }),
    ),
  // Not kept: whoever orders categories must not begin with an order that has changed since.
  gcTime: 0,
})

/** What the starter catalogue would add now. */
export const starterQuery = queryOptions({
  queryKey: [...key, 'starter'],
  queryFn: ({ signal }) => request(catalogueAdminCalls.starter, { signal }),
  staleTime: 0,
  gcTime: 0,
})

export const allBrandsQuery = queryOptions({
  queryKey: [...brandAdminList.key, 'all'],
  queryFn: ({ signal }) =>
    fetchAllPages(atOnce.brands, (part) => request(catalogueAdminCalls.brands, { query: { ...part, sort: 'brandname,ASC' }, signal })),
})

export const brandGroupsQuery = (categoryid: string) =>
  queryOptions({
    queryKey: [...brandGroupAdminList.key, 'of', categoryid],
    queryFn: ({ signal }) =>
      fetchAllPages(atOnce.groups, (part) =>
        request(catalogueAdminCalls.brandGroups, { query: { ...part, categoryid, sort: 'name,ASC' }, signal }),
      ),
    enabled: categoryid !== '',
  })

const closingCalls = { product: catalogueAdminCalls.closingProduct, brand: catalogueAdminCalls.closingBrand }
export type Closable = keyof typeof closingCalls

/** The effects of closing a record; requested again before every confirmation. */
export const closingEffectsQuery = (what: Closable, id: bigint) =>
  queryOptions({
    queryKey: [...key, 'closing', what, id.toString()],
    queryFn: ({ signal }) => request(closingCalls[what], { params: { id: id.toString() }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Invalidates every query that shows products, both of the administration and of the pages for buyers. */
export function useRefreshCatalogue() {
  const queries = useQueryClient()
  return () => Promise.all([queries.invalidateQueries({ queryKey: ['catalogue'] }), queries.invalidateQueries({ queryKey: offersKey })])
}

interface Seen {
  id: bigint
  updateat: Date
}

/**
 * The version of the record that the administrator saw. The server refuses a change of an older version, so of two concurrent changes the second is
 * refused.
 */
const seen = ({ id, updateat }: Seen) => ({ id: Number(id), updateat: updateat.toISOString() })

function useSaving<Body>(send: (body: Body) => Promise<{ msg: string }>) {
  const refresh = useRefreshCatalogue()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

type ProductSent = BodySent<typeof catalogueAdminCalls.addProduct>
type BrandSent = BodySent<typeof catalogueAdminCalls.addBrand>
type CategorySent = BodySent<typeof catalogueAdminCalls.addCategory>
type BrandGroupSent = BodySent<typeof catalogueAdminCalls.addBrandGroup>

/** Adds a record or changes an existing one; the form shows the error. */
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

export const useSaveCategory = (row: CategoryRow | undefined) =>
  useSaving((body: CategorySent) =>
    row
      ? submit(catalogueAdminCalls.changeCategory, { body: { ...body, ...seen(row) } })
      : submit(catalogueAdminCalls.addCategory, { body }),
  )

/** A change that has no form: its refusal is shown as a message. */
function useChanging<Sent>(send: (sent: Sent) => Promise<{ msg: string }>, onDone: () => void) {
  const refresh = useRefreshCatalogue()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      onDone()
    },
    onSettled: refresh,
  })
}

export const useDeleteCategory = (onDone: () => void) =>
  useChanging(
    ({ id, updateat }: CategoryRow) =>
      submit(catalogueAdminCalls.deleteCategory, { params: { id: id.toString() }, query: { updateat: updateat.toISOString() } }),
    onDone,
  )

export const useOrderCategories = (onDone: () => void) =>
  useChanging(
    (categories: CategoryRow[]) => submit(catalogueAdminCalls.orderCategories, { body: { ids: categories.map(({ id }) => Number(id)) } }),
    onDone,
  )

export const useAddStarter = (onDone: () => void) =>
  useChanging((categories: string[]) => submit(catalogueAdminCalls.addStarter, { body: { categories } }), onDone)

interface FileSent {
  file: File
  keep: boolean
  page: number
  digest?: string
}

/** Requests the preview of an import file, or imports the file. */
export function useImportProducts() {
  const refresh = useRefreshCatalogue()
  return useMutation({
    mutationFn: async ({ file, keep, page, digest }: FileSent): Promise<ProductPreview> => {
      const query = { simpan: keep ? ('1' as const) : ('0' as const), page, ...(digest !== undefined && { digest }) }
      const { data, msg } = await submit(catalogueAdminCalls.import, { file, query })
      if (keep) showSuccess(msg)
      return data
    },
    onSettled: (_answer, _error, { keep }) => (keep ? refresh() : undefined),
    meta: { shownInPlace: true },
  })
}
