import { type OperatorRow, targetAdminCalls } from '@lapak/contract/market-data/targets.admin'
import type { BodySent } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['operators'] as const

export const operatorsQuery = queryOptions({
  queryKey: key,
  queryFn: ({ signal }) => request(targetAdminCalls.operators, { signal }),
})

type OperatorSent = BodySent<typeof targetAdminCalls.addOperator>

/** Adds an operator or changes an existing one; the form shows the error. */
export function useSaveOperator(operator: OperatorRow | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: OperatorSent) =>
      operator
        ? submit(targetAdminCalls.changeOperator, { body: { ...body, updateat: operator.updateat.toISOString() } })
        : submit(targetAdminCalls.addOperator, { body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
    meta: { shownInPlace: true },
  })
}
