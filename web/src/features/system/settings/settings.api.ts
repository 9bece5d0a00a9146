import { type SettingRow, settingCalls } from '@lapak/contract/system/settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['settings'] as const

export const settingsQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => request(settingCalls.list, { signal }),
})

export const settingHistoryQuery = (name: string) =>
  queryOptions({
    queryKey: [...key, 'history', name],
    queryFn: ({ signal }) => request(settingCalls.history, { params: { name }, signal }),
  })

interface Change {
  value: number
  reason: string
}

/**
 * Changes a setting. The request contains the version that the page showed, so that the server refuses a change of an older version. All data is
 * refetched, after an error too, because another administrator may have changed it.
 */
export function useChangeSetting({ name, version }: SettingRow) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => submit(settingCalls.change, { params: { name }, body: { ...change, version: Number(version) } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    // All queries are invalidated, because the menu counts the changes that wait for a second administrator.
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}
