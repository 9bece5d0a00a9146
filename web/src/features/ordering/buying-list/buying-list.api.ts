import { buyingListCalls } from '@lapak/contract/ordering/buying-list'
import { sellerCalls } from '@lapak/contract/selling/sellers'
import type { DataOf } from '@lapak/contract/shared/call'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { offersKey } from '#features/catalogue/catalogue/catalogue.api.ts'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import { showError, showSuccess, showSuccessWithAction } from '#ui/snackbar.ts'

export const buyingListsKey = ['buying-list'] as const
const routesKey = [...buyingListsKey, 'route'] as const
const orderKey = [...routesKey, 'order'] as const

/** Polling interval in milliseconds, in addition to events, so that prices are current even while the realtime connection is lost. */
export const buyingListIntervalMs = 30_000

export const buyingList = { name: 'buying-list', call: buyingListCalls.list, key: [...buyingListsKey, 'list'] }

/** The filters of the list other than the search. */
export type OfferFilters = Pick<FiltersOf<typeof buyingListCalls.list>, 'categoryid' | 'brandid' | 'sellerid'>

/** The sellers of the offers in the buyer's list. */
export const mySellersQuery = queryOptions({
  queryKey: [...buyingListsKey, 'sellers'],
  queryFn: ({ signal }) => request(sellerCalls.mine, { signal }),
})

const newestMax = 5

export const newestEntriesQuery = queryOptions({
  queryKey: [...buyingListsKey, 'newest'],
  queryFn: ({ signal }) => request(buyingListCalls.list, { query: { sort: 'id,DESC', size: newestMax }, signal }),
})

export type Route = DataOf<typeof buyingListCalls.route>
export type RouteStep = Route['steps'][number]

export const routeQuery = (productcode: string) =>
  queryOptions({
    queryKey: [...routesKey, productcode],
    queryFn: async ({ client, queryKey, signal }) => {
      const route = await request(buyingListCalls.route, { params: { productcode }, signal })
      // The server may not have applied the last change of the order yet, so this answer could overwrite the shown order with the previous order.
      return routesAreReadLater(client) ? (client.getQueryData<typeof route>(queryKey) ?? route) : route
    },
    refetchInterval: buyingListIntervalMs,
  })

const mostSellers = 100

/** All entries of one product in the buying list, including entries that are switched off. */
export const placesQuery = (productcode: string) =>
  queryOptions({
    queryKey: [...buyingListsKey, 'places', productcode],
    queryFn: ({ signal }) =>
      request(buyingListCalls.list, { query: { search: productcode, page: 0, size: mostSellers, sort: 'prioritas,ASC' }, signal }),
    select: (page) => onlyOf(productcode, page),
  })

/** Keeps the rows of exactly this product, because the search also finds longer codes that contain this code. */
const onlyOf = (productcode: string, { content }: DataOf<typeof buyingListCalls.list>) =>
  content.filter((row) => row.productcode === productcode)

interface NewOrder {
  ids: bigint[]
  /** Set if this change reverts a previous change; then no further undo is offered. */
  undoes?: boolean
}

/**
 * Changes the order of a product's sellers. The new order is shown at once and reverted if the server refuses it. There is no confirmation; an undo
 * is offered instead.
 */
export function useReorderRoute(productcode: string) {
  const queries = useQueryClient()
  const refresh = useRefreshLists()
  const { queryKey } = routeQuery(productcode)
  const order = useMutation({
    mutationKey: orderKey,
    mutationFn: ({ ids }: NewOrder) => submit(buyingListCalls.order, { body: { ids: ids.map(Number) } }),
    onMutate: async ({ ids }) => {
      forgetRoutesLater()
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (route) => route && { ...route, steps: inOrder(route.steps, ids) })
      return before
    },
    onError: (_error, _order, before) => queries.setQueryData(queryKey, before),
    onSuccess: ({ msg }, { ids, undoes }, before) =>
      undoes || !before
        ? showSuccess(msg)
        : showSuccessWithAction(msg, { label: 'Urungkan', onPress: () => void undo(idsOf(before.steps), ids), undoes: true }),
    onSettled: refresh,
  })

  /** Reverts a change, unless another device has changed the order since. */
  async function undo(former: bigint[], set: bigint[]) {
    try {
      const now = onlyOf(productcode, await queries.fetchQuery({ ...placesQuery(productcode), staleTime: 0 })).filter(
        ({ status }) => status,
      )
      if (idsOf(now).join() !== set.join()) return showError('Rute sudah diubah lagi, urutan sebelumnya tidak dikembalikan')
      order.mutate({ ids: former, undoes: true })
    } catch (error) {
      showError((error as Error).message)
    }
  }

  return order
}

const idsOf = (rows: { id: bigint }[]) => rows.map(({ id }) => id)

const inOrder = (steps: RouteStep[], ids: bigint[]): RouteStep[] =>
  steps.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))

export const setMappingStatus = ({ id, on }: { id: bigint; on: boolean }) =>
  request(buyingListCalls.setStatus, { params: { id: id.toString(), status: on ? '1' : '0' } })

export const removeMapping = (id: bigint) => request(buyingListCalls.remove, { params: { id: id.toString() } })

export function useSetMappingStatus() {
  const refresh = useRefreshLists()
  return useMutation({
    mutationFn: setMappingStatus,
    onSuccess: () => showSuccess(buyingListCalls.setStatus.done),
    onSettled: refresh,
  })
}

export function useRemoveMapping() {
  const refresh = useRefreshLists()
  return useMutation({
    mutationFn: removeMapping,
    onSuccess: () => showSuccess(buyingListCalls.remove.done),
    onSettled: refresh,
  })
}

/** In milliseconds. The server applies a change to its routes after a short delay; a route that is read earlier may be the old route. */
const routesFollowWithin = 1_000
let routesLater: number | undefined

function forgetRoutesLater() {
  window.clearTimeout(routesLater)
  routesLater = undefined
}

/** Whether the routes will be read again soon, because a change was just sent and the server may not have applied it yet. */
const routesAreReadLater = (queries: QueryClient) => routesLater !== undefined || queries.isMutating({ mutationKey: orderKey }) > 0

/** Invalidates the buying lists and the offers, because an offer shows whether it is in the list. */
export function useRefreshLists() {
  const queries = useQueryClient()
  return () => {
    forgetRoutesLater()
    routesLater = window.setTimeout(() => {
      routesLater = undefined
      void queries.invalidateQueries({ queryKey: routesKey })
    }, routesFollowWithin)
    return Promise.all([
      queries.invalidateQueries({ queryKey: buyingListsKey, predicate: ({ queryKey }) => queryKey[1] !== routesKey[1] }),
      queries.invalidateQueries({ queryKey: offersKey }),
    ])
  }
}
