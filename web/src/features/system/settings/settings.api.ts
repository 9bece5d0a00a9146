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

/** As the page showed it: who has not seen the last change is told. All is read again, also after a refusal, since somebody else was faster. */
export function useChangeSetting({ name, version }: SettingRow) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => submit(settingCalls.change, { params: { name }, body: { ...change, version: Number(version) } }),
    onSuccess: ({ msg }) => sayDone(msg),
    // What waits for a second administrator is counted in the menu.
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}
