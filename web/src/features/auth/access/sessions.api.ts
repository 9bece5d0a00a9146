import { accessCalls } from '@lapak/contract/auth/access'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['access', 'sessions'],
  queryFn: ({ signal }) => request(accessCalls.sessions, { signal }),
})

export function useEndSession() {
  const onSettled = useRefreshSessions()
  return useMutation({ mutationFn: (id: bigint) => submit(accessCalls.endSession, { params: { id: id.toString() } }), ...onSettled })
}

export function useEndOtherSessions() {
  const onSettled = useRefreshSessions()
  return useMutation({ mutationFn: () => submit(accessCalls.endOtherSessions, {}), ...onSettled })
}

function useRefreshSessions() {
  const queries = useQueryClient()
  return {
    onSuccess: ({ msg }: { msg: string }) => showSuccess(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  }
}
