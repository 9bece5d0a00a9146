import { type DecisionKind, type DecisionRow, decisionCalls } from '@lapak/contract/system/approvals'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { sayDone } from '#ui/snackbar.ts'

const key = ['decisions'] as const

export const decisionList = { name: 'decisions', call: decisionCalls.list, key: [...key, 'list'] }

export const decisionQuery = (row: DecisionRow) =>
  queryOptions({
    queryKey: [...key, 'one', row.id.toString()],
    queryFn: ({ signal }) => request(decisionCalls.one, { params: { id: row.id.toString() }, signal }),
    initialData: row,
  })

/** More than these are not counted one by one by anybody. */
const countedMax = 100

const waitingQuery = queryOptions({
  queryKey: [...key, 'waiting'],
  queryFn: async ({ signal }) => (await request(decisionCalls.list, { query: { open: '1', size: countedMax }, signal })).content,
  refetchInterval: 120_000,
})

/** How many wait for the word of this administrator. */
export function useWaitingCount(enabled: boolean): number {
  const { data } = useQuery({ ...waitingQuery, enabled })
  return data?.filter(({ own }) => own === null).length ?? 0
}

/** What such decisions that wait are about. */
export function useWaitingSubjects(kind: DecisionKind): ReadonlySet<string> {
  const { data = [] } = useQuery(waitingQuery)
  return new Set(data.filter((row) => row.kind === kind).map(({ subject }) => subject))
}

export function useRefreshDecisions() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: key })
}

/** The second administrator's word. It may be about anything that a page shows, and so may what somebody else decided meanwhile. */
export function useDecide() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, yes, reason }: { id: bigint; yes: boolean; reason: string }) =>
      submit(decisionCalls.decide, { params: { id: id.toString() }, body: { yes, reason } }),
    onSuccess: ({ msg }) => sayDone(msg),
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}
