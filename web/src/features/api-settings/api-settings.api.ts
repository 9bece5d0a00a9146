import { apiSettingsCalls } from '@lapak/contract/api-settings'
import type { BodySent, DataOf } from '@lapak/contract/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { withPin } from '#lib/with-pin.tsx'
import { sayDone } from '#ui/snackbar.ts'

export type ApiSettings = DataOf<typeof apiSettingsCalls.read>
export type ApiKey = ApiSettings['keys'][number]
export type SettingsChange = BodySent<typeof apiSettingsCalls.change>
export type Delivery = DataOf<typeof apiSettingsCalls.deliveries>['content'][number]
export type DeliveryState = Delivery['state']

const deliveriesKey = ['api-settings', 'deliveries'] as const

export const apiSettingsQuery = queryOptions({
  queryKey: ['api-settings', 'read'],
  queryFn: ({ signal }) => request(apiSettingsCalls.read, { signal }),
})

export const deliveryList = { name: 'callbacks', call: apiSettingsCalls.deliveries, key: [...deliveriesKey, 'list'] }

const askedAgainEvery = 3_000

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...deliveriesKey, 'one', id],
    queryFn: ({ signal }) => request(apiSettingsCalls.delivery, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? askedAgainEvery : false),
  })

/** The form shows what is wrong itself. */
export function useChangeSettings() {
  const keep = useKeepSettings()
  return useMutation({
    mutationFn: (body: SettingsChange) => withPin((pin) => submit(apiSettingsCalls.change, { body: { ...body, pin } })),
    onSuccess: keep,
    meta: { shownInPlace: true },
  })
}

/** Puts a refused address onto the list of everybody's addresses. */
export function useAllowAddress() {
  const keep = useKeepSettings()
  return useMutation({
    mutationFn: (ip: string) => withPin((pin) => submit(apiSettingsCalls.change, { body: { ip, pin } })),
    onSuccess: keep,
  })
}

/** The form shows what is wrong itself; a button that only adds an address does not. */
export function useChangeKey({ shownInPlace = false } = {}) {
  const keep = useKeepSettings()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: bigint } & BodySent<typeof apiSettingsCalls.changeKey>) =>
      withPin((pin) => submit(apiSettingsCalls.changeKey, { params: { id: id.toString() }, body: { ...body, pin } })),
    onSuccess: keep,
    meta: { shownInPlace },
  })
}

export function useResetKey() {
  const keep = useKeepSettings()
  return useMutation({ mutationFn: () => submit(apiSettingsCalls.resetKey, {}), onSuccess: keep })
}

export function useAddKey() {
  const refresh = useRefreshSettings()
  return useMutation({
    mutationFn: (body: BodySent<typeof apiSettingsCalls.addKey>) =>
      withPin((pin) => request(apiSettingsCalls.addKey, { body: { ...body, pin } })),
    onSuccess: refresh,
    gcTime: 0,
    meta: { shownInPlace: true },
  })
}

export function useRemoveKey() {
  const refresh = useRefreshSettings()
  return useMutation({
    mutationFn: (id: bigint) => submit(apiSettingsCalls.removeKey, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: refresh,
  })
}

export const useNewCallbackSecret = () => useMutation({ mutationFn: () => request(apiSettingsCalls.newCallbackSecret, {}), gcTime: 0 })

export const useTestCallback = () =>
  useMutation({ mutationFn: () => request(apiSettingsCalls.testCallback, {}), meta: { shownInPlace: true } })

export function useRedeliver() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: bigint) => submit(apiSettingsCalls.redeliver, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesKey }),
  })
}

function useKeepSettings() {
  const queries = useQueryClient()
  return ({ data, msg }: { data: ApiSettings; msg: string }) => {
    queries.setQueryData(apiSettingsQuery.queryKey, data)
    sayDone(msg)
  }
}

function useRefreshSettings() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: apiSettingsQuery.queryKey })
}
