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

/** As the page showed it: of two who change it at once the second is told, and sees what the first has made of it. */
export function useChangeMethod({ id, updateat }: MethodSettings) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      submit(topUpCalls.changeMethod, { params: { id: id.toString() }, body: { ...change, updateat: updateat.toISOString() } }),
    onSuccess: ({ msg }) => sayDone(msg),
    // What waits for a second administrator is counted in the menu.
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}
