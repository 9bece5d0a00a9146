import { apiKeyCalls } from '@lapak/contract/partners/api-keys'
import type { BodySent } from '@lapak/contract/shared/call'
import { useMutation } from '@tanstack/react-query'
import { type BuyerOptions, useKeepOptions, useRefreshOptions } from '#features/ordering/buyer-options/buyer-options.api.ts'
import { request, submit } from '#lib/api.ts'
import { withPin } from '#lib/with-pin.tsx'
import { sayDone } from '#ui/snackbar.ts'

export type ApiKey = BuyerOptions['keys'][number]

/** A form shows its errors itself; a button that adds an address does not. */
export function useChangeKey({ shownInPlace = false } = {}) {
  const keep = useKeepOptions()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: bigint } & BodySent<typeof apiKeyCalls.change>) =>
      withPin((pin) => submit(apiKeyCalls.change, { params: { id: id.toString() }, body: { ...body, pin } })),
    onSuccess: keep,
    meta: { shownInPlace },
  })
}

/** Confirms that a suspended key belongs to its owner. */
export function useConfirmKey() {
  const keep = useKeepOptions()
  return useMutation({ mutationFn: (id: bigint) => submit(apiKeyCalls.confirm, { params: { id: id.toString() } }), onSuccess: keep })
}

export function useResetKey() {
  const keep = useKeepOptions()
  return useMutation({ mutationFn: () => submit(apiKeyCalls.reset, {}), onSuccess: keep })
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
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: refresh,
  })
}
