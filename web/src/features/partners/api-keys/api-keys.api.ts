import { apiKeyCalls } from '@lapak/contract/partners/api-keys'
import type { BodySent } from '@lapak/contract/shared/call'
import { useMutation } from '@tanstack/react-query'
import { type BuyerOptions, useRefreshOptions, useStoreOptions } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { request, submit } from '#lib/api.ts'
import { withPin } from '#lib/with-pin.tsx'
import { showSuccess } from '#ui/snackbar.ts'

export type ApiKey = BuyerOptions['keys'][number]

/** Changes an API key. `shownInPlace` is true for a form, which shows errors itself, and false for a button that only adds an IP address. */
export function useChangeKey({ shownInPlace = false } = {}) {
  const storeOptions = useStoreOptions()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: bigint } & BodySent<typeof apiKeyCalls.change>) =>
      withPin((pin) => submit(apiKeyCalls.change, { params: { id: id.toString() }, body: { ...body, pin } })),
    onSuccess: storeOptions,
    meta: { shownInPlace },
  })
}

/** The member confirms that a suspended API key is their own. */
export function useConfirmKey() {
  const storeOptions = useStoreOptions()
  return useMutation({
    mutationFn: (id: bigint) => submit(apiKeyCalls.confirm, { params: { id: id.toString() } }),
    onSuccess: storeOptions,
  })
}

export function useResetKey() {
  const storeOptions = useStoreOptions()
  return useMutation({ mutationFn: () => submit(apiKeyCalls.reset, {}), onSuccess: storeOptions })
}

export function useAddKey() {
  const refresh = useRefreshOptions()
  return useMutation({
    mutationFn: (body: BodySent<typeof apiKeyCalls.add>) => withPin((pin) => request(apiKeyCalls.add, { body: { ...body, pin } })),
    onSuccess: refresh,
    gcTime: 0,
    meta: { shownInPlace: true },
  })
}

export function useRemoveKey() {
  const refresh = useRefreshOptions()
  return useMutation({
    mutationFn: (id: bigint) => submit(apiKeyCalls.remove, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}
