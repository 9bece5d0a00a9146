import { bankAccountCalls } from '@lapak/contract/funds/bank-accounts'
import type { BodySent, DataOf } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type BankAccount = DataOf<typeof bankAccountCalls.list>[number]
export type NewBankAccount = BodySent<typeof bankAccountCalls.add>

export const bankAccountsQuery = queryOptions({
  queryKey: ['bank-accounts'],
  queryFn: ({ signal }) => request(bankAccountCalls.list, { signal }),
})

/** Asks the server for the owner of the bank account according to the bank. */
export const checkBankAccount = (asked: BodySent<typeof bankAccountCalls.check>) => request(bankAccountCalls.check, { body: asked })

/** Adds a bank account, or changes the account with this id. */
export function useSaveBankAccount({ id, onSaved }: { id: bigint | undefined; onSaved: () => void }) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: NewBankAccount) =>
      id === undefined ? submit(bankAccountCalls.add, { body }) : submit(bankAccountCalls.change, { body: { ...body, id: Number(id) } }),
    onSuccess: ({ msg }) => {
      showSuccess(msg)
      onSaved()
    },
    onSettled: refresh,
    meta: { shownInPlace: true },
  })
}

export function useRemoveBankAccount() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: bigint) => submit(bankAccountCalls.remove, { params: { id: id.toString() } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: refresh,
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: bankAccountsQuery.queryKey })
}
