import { topUpCalls } from '@lapak/contract/funds/top-ups'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type MethodSettings = DataOf<typeof topUpCalls.methodSettings>[number]

export const methodSettingsQuery = queryOptions({
  queryKey: ['deposits', 'method-settings'],
  queryFn: ({ signal }) => request(topUpCalls.methodSettings, { signal }),
})

type Change = Omit<BodySent<typeof topUpCalls.changeMethod>, 'updateat'>

/**
 * Sends the version of the settings that the page showed: of two concurrent changes the server refuses the second, and its administrator then sees
 * the first.
 */
export function useChangeMethod({ id, updateat }: MethodSettings) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      submit(topUpCalls.changeMethod, { params: { id: id.toString() }, body: { ...change, updateat: updateat.toISOString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    // All queries are invalidated, because the menu counts the changes that wait for a second administrator.
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}
