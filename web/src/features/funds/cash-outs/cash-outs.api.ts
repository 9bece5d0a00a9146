import { cashOutCalls } from '@lapak/contract/funds/cash-outs'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '#features/auth/access/access.api.ts'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type CashOutRules = DataOf<typeof cashOutCalls.bank>
export type CashOut = DataOf<typeof cashOutCalls.request>

export const cashOutKey = ['cash-out'] as const

/** Refetched every minute: the hours for requests may begin, and a new bank account may become available. */
export const cashOutRulesQuery = (memberId: bigint) =>
  queryOptions({
    queryKey: [...cashOutKey, memberId.toString()],
    queryFn: ({ signal }) => request(cashOutCalls.bank, { params: { id: memberId.toString() }, signal }),
    refetchInterval: 60_000,
  })

/** Requests a cash-out. The profile is refetched, because the request may change data in the profile (B-STATE-33). */
export function useRequestCashOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof cashOutCalls.request>) => submit(cashOutCalls.request, { body }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: profileQuery.queryKey }),
    onSettled: () => void queries.invalidateQueries({ queryKey: cashOutKey }),
    meta: { shownInPlace: true },
  })
}

export function useWithdrawCashOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: bigint) => submit(cashOutCalls.withdraw, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: cashOutKey }),
  })
}
