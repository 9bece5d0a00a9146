import { type SettingRow, settingCalls } from '@lapak/contract/system/settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { sayDone } from '#ui/snackbar.ts'

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
 * Sends the version that was shown: the server refuses a change based on an older one. Everything is refreshed, also after an error, because another
 * administrator may have been faster.
 */
export function useChangeSetting({ name, version }: SettingRow) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => submit(settingCalls.change, { params: { name }, body: { ...change, version: Number(version) } }),
    onSuccess: ({ msg }) => sayDone(msg),
    // Invalidates everything, because the menu counts the changes that wait for a second administrator.
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}
