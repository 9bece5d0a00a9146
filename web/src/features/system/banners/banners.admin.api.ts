import type { BodySent } from '@lapak/contract/shared/call'
import { type Banner, bannerCalls, bannersMax } from '@lapak/contract/system/banners'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { bannersQuery } from '#features/system/banners/banners.api.ts'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['banner-list'] as const

export type BannerFilters = FiltersOf<typeof bannerCalls.list>

export const bannerList = { name: 'banners', call: bannerCalls.list, key: [...key, 'list'] as const }

/** All banners in their display order. */
export const orderedBannersQuery = queryOptions({
  queryKey: [...key, 'ordered'],
  queryFn: async ({ signal }) => (await request(bannerCalls.list, { query: { size: bannersMax, sort: 'sortorder,ASC' }, signal })).content,
  // Not kept: whoever orders banners must not begin with an order that has changed since.
  gcTime: 0,
})

/** Refetches the banners of the administration and of the home page. */
function useRefreshBanners() {
  const queries = useQueryClient()
  return () => Promise.all([queries.invalidateQueries({ queryKey: key }), queries.invalidateQueries({ queryKey: bannersQuery.queryKey })])
}

export type BannerValues = BodySent<typeof bannerCalls.add>

/** Adds a banner or changes an existing one; the form shows the error. */
export function useSaveBanner(banner: Banner | undefined) {
  const refresh = useRefreshBanners()
  return useMutation({
    mutationFn: (body: BannerValues) =>
      banner ? submit(bannerCalls.change, { body: { id: Number(banner.id), ...body } }) : submit(bannerCalls.add, { body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export function useArchiveBanner() {
  const refresh = useRefreshBanners()
  return useMutation({
    mutationFn: (id: bigint) => submit(bannerCalls.archive, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}

export function useOrderBanners(onDone: () => void) {
  const refresh = useRefreshBanners()
  return useMutation({
    mutationFn: (banners: Banner[]) => submit(bannerCalls.order, { body: { ids: banners.map(({ id }) => Number(id)) } }),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      onDone()
    },
    onSettled: refresh,
  })
}
