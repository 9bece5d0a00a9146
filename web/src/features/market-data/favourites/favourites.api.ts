import { favouriteCalls } from '@lapak/contract/market-data/favourites'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { toNationalMobile } from '#lib/targets.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type Favourite = DataOf<typeof favouriteCalls.list>[number]

export const favouritesQuery = queryOptions({
  queryKey: ['favourites'],
  queryFn: ({ signal }) => request(favouriteCalls.list, { signal }),
})

/** The favourites whose name contains all typed words, or whose target contains the typed number. An empty search matches all favourites. */
export function findFavourites(favourites: Favourite[], typed: string): Favourite[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  const number = toNationalMobile(typed.replace(/[\s.-]/g, ''))
  const isNumber = /^\d+$/.test(number)
  return favourites.filter(({ name, target }) => {
    const own = name.toLowerCase()
    return words.every((word) => own.includes(word)) || (isNumber && target.includes(number))
  })
}

export function useSaveFavourite() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: BodySent<typeof favouriteCalls.add>) => submit(favouriteCalls.add, { body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export function useChangeFavourite(id: bigint) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: BodySent<typeof favouriteCalls.change>) => submit(favouriteCalls.change, { params: { id: id.toString() }, body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export function useRemoveFavourite() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: bigint) => submit(favouriteCalls.remove, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: favouritesQuery.queryKey })
}
