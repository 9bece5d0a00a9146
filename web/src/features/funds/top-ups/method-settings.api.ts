import { topUpCalls } from '@lapak/contract/funds/top-ups'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { sayDone } from '#ui/snackbar.ts'

export type MethodSettings = DataOf<typeof topUpCalls.methodSettings>[number]

export const methodSettingsQuery = queryOptions({
  queryKey: ['deposits', 'method-settings'],
  queryFn: ({ signal }) => request(topUpCalls.methodSettings, { signal }),
})

type Change = Omit<BodySent<typeof topUpCalls.changeMethod>, 'updateat'>

/** Sends the version that was shown: of two concurrent changes the second is refused, and its administrator sees the first. */
export function useChangeMethod({ id, updateat }: MethodSettings) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      submit(topUpCalls.changeMethod, { params: { id: id.toString() }, body: { ...change, updateat: updateat.toISOString() } }),
    onSuccess: ({ msg }) => sayDone(msg),
    // Invalidates everything, because the menu counts the changes that wait for a second administrator.
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}
