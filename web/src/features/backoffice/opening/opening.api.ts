import { openingCalls } from '@lapak/contract/backoffice/opening'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export const openingQuery = queryOptions({
  queryKey: ['opening'],
  queryFn: ({ signal }) => request(openingCalls.read, { signal }),
})

export function useHideOpening() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => submit(openingCalls.hide, {}),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: openingQuery.queryKey }),
  })
}
