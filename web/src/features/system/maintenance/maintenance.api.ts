import type { BodySent } from '@lapak/contract/shared/call'
import { maintenanceCalls } from '@lapak/contract/system/maintenance'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export const maintenanceKey = ['maintenance'] as const

export const noticesQuery = queryOptions({
  queryKey: [...maintenanceKey, 'all'],
  queryFn: ({ signal }) => request(maintenanceCalls.history, { signal }),
})

export function usePublishMaintenance() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof maintenanceCalls.publish>) => submit(maintenanceCalls.publish, { body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: () => void queries.invalidateQueries({ queryKey: maintenanceKey }),
    meta: { shownInPlace: true },
  })
}
