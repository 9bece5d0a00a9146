import { type AdminTicket, ticketCalls } from '@lapak/contract/funds/tickets'
import { treasuryCalls } from '@lapak/contract/funds/treasury'
import type { BankCode } from '@lapak/contract/shared/banks'
import type { Call } from '@lapak/contract/shared/call'
import type { TicketKind, TicketState } from '@lapak/contract/shared/ticket-states'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import type { FiltersOf } from '#lib/list-filters.ts'
import type { ListSource } from '#lib/use-list.ts'
import { confirmOtherMoney } from '#ui/confirm-other-money.ts'
import { showSuccess } from '#ui/snackbar.ts'

export type TicketFilters = FiltersOf<typeof ticketCalls.cashin>

export const ticketsKey = ['tickets'] as const

/** The lists of both kinds of tickets have the same query and answer. */
type Either<C extends Call> = Omit<C, 'path' | 'summary'> & Pick<Call, 'path' | 'summary'>

export const ticketLists: Record<TicketKind, ListSource<Either<typeof ticketCalls.cashin>>> = {
  0: { name: 'cashin', call: ticketCalls.cashin, key: [...ticketsKey, 'cashin'], csv: ticketCalls.cashinExport },
  1: { name: 'cashout', call: ticketCalls.cashout, key: [...ticketsKey, 'cashout'], csv: ticketCalls.cashoutExport },
}

const sumCalls: Record<TicketKind, Either<typeof ticketCalls.sumCashin>> = { 0: ticketCalls.sumCashin, 1: ticketCalls.sumCashout }

export const ticketSumQuery = (kind: TicketKind, filters: TicketFilters) =>
  queryOptions({
    queryKey: [...ticketsKey, 'sums', kind, filters],
    queryFn: ({ signal }) => request(sumCalls[kind], { query: filters, signal }),
    placeholderData: keepPreviousData,
  })

export const ticketDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [...ticketsKey, 'detail', id],
    queryFn: ({ signal }) => request(ticketCalls.detail, { params: { id }, signal }),
  })

/** Reads the full account number of a cash-out. */
export const fetchFullAccountNumber = async (id: bigint) => (await submit(ticketCalls.account, { params: { id: id.toString() } })).data

/** The key differs from that of the tickets, so that a refresh of the tickets does not refetch the cash accounts. */
export const cashAccountsQuery = queryOptions({
  queryKey: ['tickets-accounts'],
  queryFn: ({ signal }) => request(treasuryCalls.list, { signal }),
})

const matchedQuery = queryOptions({
  queryKey: [...ticketsKey, 'matched'],
  queryFn: ({ signal }) => request(ticketCalls.matched, { signal }),
})

/** Top-ups whose money was received. Excludes tickets of this administrator's own account, and tickets that wait for a second administrator. */
export const useMatchedTickets = (): AdminTicket[] => useQuery(matchedQuery).data?.filter(({ own, decision }) => !own && !decision) ?? []

const lostQuery = queryOptions({
  queryKey: [...ticketsKey, 'lost'],
  queryFn: ({ signal }) => request(ticketCalls.lost, { signal }),
})

/** Cash-outs whose payout may be lost, which an administrator has to complete, regardless of the list's filters. */
export const useLostPayouts = (): AdminTicket[] => useQuery(lostQuery).data ?? []

/** Invalidates all queries about tickets. */
export function useRefreshTickets() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ticketsKey })
}

export interface TicketStep {
  /** The ticket in the state that the administrator saw. */
  ticket: Pick<AdminTicket, 'id' | 'status' | 'matched' | 'payout'>
  to: TicketState
  payout?: 'asked' | 'lost' | undefined
  description: string
  /** The platform's bank account from which the cash-out was paid. */
  sumber?: BankCode | undefined
  /**
   * The invoice number of the last top-up of this member that was credited since about this ticket was created. The administrator has confirmed that
   * this ticket is about other money.
   */
  beside?: string | undefined
  /** The invoice number of the top-up for which money of this sum was credited. The administrator has confirmed that the bank returned other money. */
  returnedIn?: string | undefined
  /** The amount in rupiah of debts that the balance of a member that has left does not cover. */
  kurang?: bigint | undefined
}

function taken({ ticket: { id, status, matched, payout: last }, to, payout, description, sumber, beside, returnedIn, kurang }: TicketStep) {
  const params = { id: id.toString() }
  if (payout === 'asked') return submit(ticketCalls.payOut, { params, body: { description, ...(last && { after: last.reference }) } })
  if (payout === 'lost') return submit(ticketCalls.payoutLost, { params, body: { description } })
  if (to === 2)
    return confirmOtherMoney((confirmed) =>
      submit(ticketCalls.approve, {
        body: {
          id: Number(id),
          description,
          matched,
          ...(sumber && { sumber }),
          ...(beside && { beside }),
          ...confirmed,
          ...(kurang && { kurang: Number(kurang) }),
        },
      }),
    )
  const note = description === '' ? {} : { description }
  return submit(ticketCalls.update, {
    params: { ...params, status: `${to}` },
    body: { from: status, ...note, ...(returnedIn && { returnedin: returnedIn }) },
  })
}

/** Takes a step of a ticket. The data is refetched after an error too, because another administrator may have acted first. */
export function useTakeTicketStep() {
  const onSettled = useRefreshTickets()
  return useMutation({
    mutationFn: taken,
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled,
    meta: { shownInPlace: true },
  })
}

export function useApproveMatchedTickets() {
  const onSettled = useRefreshTickets()
  return useMutation({
    mutationFn: (body: { ids: number[]; description: string }) => request(ticketCalls.approveMatched, { body }),
    onSettled,
    meta: { shownInPlace: true },
  })
}
