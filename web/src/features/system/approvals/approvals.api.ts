import { type ApprovalKind, type ApprovalRow, approvalCalls } from '@lapak/contract/system/approvals'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['decisions'] as const

export const approvalList = { name: 'decisions', call: approvalCalls.list, key: [...key, 'list'] }

export const approvalQuery = (row: ApprovalRow) =>
  queryOptions({
    queryKey: [...key, 'one', row.id.toString()],
    queryFn: ({ signal }) => request(approvalCalls.one, { params: { id: row.id.toString() }, signal }),
    initialData: row,
  })

/** The largest number that is counted; above it, the exact number does not matter. */
const countedMax = 100

const waitingQuery = queryOptions({
  queryKey: [...key, 'waiting'],
  queryFn: async ({ signal }) => (await request(approvalCalls.list, { query: { open: '1', size: countedMax }, signal })).content,
  refetchInterval: 120_000,
})

/** The number of approval requests that this administrator can decide. */
export function useWaitingApprovalCount(enabled: boolean): number {
  const { data } = useQuery({ ...waitingQuery, enabled })
  return data?.filter(({ own }) => own === null).length ?? 0
}

/** The ids of the subjects that have a waiting approval request of this kind. */
export function useSubjectsAwaitingApproval(kind: ApprovalKind): ReadonlySet<string> {
  const { data = [] } = useQuery(waitingQuery)
  return new Set(data.filter((row) => row.kind === kind).map(({ subject }) => subject))
}

export function useRefreshApprovals() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: key })
}

/** Sends the decision of the second administrator. It may affect anything on the page, so all queries are invalidated, after an error too. */
export function useDecideApproval() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, yes, reason }: { id: bigint; yes: boolean; reason: string }) =>
      submit(approvalCalls.decide, { params: { id: id.toString() }, body: { yes, reason } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}
