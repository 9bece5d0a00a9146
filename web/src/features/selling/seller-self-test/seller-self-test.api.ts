import { type SelfTestSituationName, selfTestCalls } from '@lapak/contract/selling/seller-self-test'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type SelfTest = DataOf<typeof selfTestCalls.read>

/** Product code and target of each situation. */
export type SituationTargets = Record<SelfTestSituationName, { kodeproduk: string; tujuan: string }>

export const selfTestQuery = queryOptions({
  queryKey: ['seller-self-test'],
  queryFn: ({ signal }) => request(selfTestCalls.read, { signal }),
  // Updated by events, and polled while a run is in progress because an event may be lost.
  refetchInterval: ({ state: { data } }) => (data && isSelfTestRunning(data) ? 5_000 : false),
})

export const isSelfTestRunning = ({ uji }: SelfTest): boolean => uji !== null && uji.selesai === null

export function useStartSelfTest() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof selfTestCalls.start>) => submit(selfTestCalls.start, { body }),
    onSuccess: ({ data, msg }) => {
      queries.setQueryData(selfTestQuery.queryKey, data)
      showSuccess(msg)
    },
    // The state is refetched after an error, because another session may have started a run.
    onError: () => queries.invalidateQueries({ queryKey: selfTestQuery.queryKey }),
  })
}

export function useRefreshSelfTest() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: selfTestQuery.queryKey })
}
