import { bankStatementCalls, type MoneyOwner, moneyOwner } from '@lapak/contract/funds/bank-statements'
import type { BankCode } from '@lapak/contract/shared/banks'
import type { BodySent } from '@lapak/contract/shared/call'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { ConfirmedMapping } from '#features/funds/bank-statements/column-mapping.tsx'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import type { UploadedFile } from '#lib/use-read-file.ts'
import { confirmOtherMoney } from '#ui/confirm-other-money.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['bank-statements'] as const
/** Key of the queries of dialogs. They are not invalidated together with the lists, because a dialog closes when its record changes. */
const sessionAttempts = ['bank-statement-guesses'] as const

export type StatementFilters = FiltersOf<typeof bankStatementCalls.list>
export type WaitingMoneyFilters = FiltersOf<typeof bankStatementCalls.waiting>

export const statementList = { name: 'mutasibank', call: bankStatementCalls.list, key: [...key, 'rows'] }
export const waitingMoneyList = { name: 'uang-tanpa-pemilik', call: bankStatementCalls.waiting, key: [...key, 'waiting'] }

/** In milliseconds. New rows cause no realtime event, so the lists are polled. */
export const statementIntervalMs = 20_000

export const waitingMoneySumsQuery = queryOptions({
  queryKey: [...key, 'sums'],
  queryFn: ({ signal }) => request(bankStatementCalls.unmatched, { signal }),
  refetchInterval: statementIntervalMs,
})

/** The possible owners of suspense money. With a search text, the members that match it replace the suggestions. */
export const ownersQuery = (id: bigint, search: string) =>
  queryOptions({
    queryKey: [...sessionAttempts, 'owners', id.toString(), search],
    queryFn: ({ signal }) => request(bankStatementCalls.owners, { params: { id: id.toString() }, query: { search }, signal }),
    placeholderData: keepPreviousData,
  })

/** Bookings at the bank of this row with the same amount. */
export const bookedQuery = (id: bigint) =>
  queryOptions({
    queryKey: [...sessionAttempts, 'booked', id.toString()],
    queryFn: ({ signal }) => request(bankStatementCalls.suggest, { params: { id: id.toString() }, signal }),
  })

/** Returns a function that refetches everything. Used after errors too, because another administrator may have acted first. */
function useReadAgain() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: key })
}

export function useAssignWaitingMoney(id: bigint) {
  const onSettled = useReadAgain()
  return useMutation({
    mutationFn: ({ owner, description }: { owner: MoneyOwner; description: string }) =>
      confirmOtherMoney((confirmed) =>
        submit(bankStatementCalls.assign, {
          params: { id: id.toString() },
          body: { owner: z.encode(moneyOwner, owner), description, ...confirmed },
        }),
      ),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}

export type StatementExplanation = BodySent<typeof bankStatementCalls.explain>

export function useExplainStatement(statement: bigint) {
  const onSettled = useReadAgain()
  return useMutation({
    mutationFn: (body: StatementExplanation) => submit(bankStatementCalls.explain, { params: { id: statement.toString() }, body }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}

/** Decisions that need only a reason, no further input. */
export type DecisionByReason = 'release' | 'reopen' | 'waitAgain'

export function useDecideByReason(name: DecisionByReason, id: bigint) {
  const onSettled = useReadAgain()
  return useMutation({
    mutationFn: (reason: string) => submit(bankStatementCalls[name], { params: { id: id.toString() }, body: { reason } }),
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}

/** `confirmedMapping` is needed only for a file whose header the server does not know. */
type Upload = { bank: BankCode; confirmedMapping?: ConfirmedMapping | undefined } & UploadedFile

export function useReadStatementFile() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: ({ bank, confirmedMapping, file, keep }: Upload) =>
      request(bankStatementCalls.file, {
        query: {
          bankcode: bank,
          simpan: keep ? '1' : '0',
          ...(confirmedMapping && { kolom: confirmedMapping.roles.join(','), angka: confirmedMapping.number }),
        },
        file,
      }),
    onSettled: readAgain,
    meta: { shownInPlace: true },
  })
}
