import { paymentGatewayCalls } from '@lapak/contract/funds/payment-gateway'
import { defaultMethods, type PaymentMethod, type TopUpTicket, topUpCalls } from '@lapak/contract/funds/top-ups'
import { walletCalls } from '@lapak/contract/funds/wallet'
import type { BodySent } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { showSuccess } from '#ui/snackbar.ts'

export const topUpTicketsKey = ['deposits', 'ticket'] as const
export const topUpTicketKey = (invoice: string) => [...topUpTicketsKey, invoice] as const

/** A payment method as the web app shows it. `offered` is null until the server has answered which methods are available. */
export interface ShownMethod {
  name: string
  description: string
  logo: string
  /** 1: credited at once. 0: credited when the bank statement shows the payment. */
  tipe: 0 | 1
  offered: PaymentMethod | null
}

const placeholders: ShownMethod[] = defaultMethods.map(({ nama, keterangan, logo, tipe }) => ({
  name: nama,
  description: keterangan,
  logo,
  tipe,
  offered: null,
}))

const shown = (method: PaymentMethod): ShownMethod => ({
  name: method.name,
  description: method.description,
  logo: method.logo,
  tipe: method.tipe,
  offered: method,
})

const methodsQuery = queryOptions({
  queryKey: ['deposits', 'methods'],
  queryFn: async ({ signal }) => (await request(topUpCalls.methods, { signal })).map(shown),
  placeholderData: placeholders,
})

export const usePaymentMethods = () => useQuery(methodsQuery)

export const canBePaid = ({ status }: Pick<TopUpTicket, 'status'>): boolean => status <= 1

/** Polled while the ticket can be paid, because a realtime event can be lost. */
export const ticketQuery = (invoice: string) =>
  queryOptions({
    queryKey: topUpTicketKey(invoice),
    queryFn: ({ signal }) => request(topUpCalls.read, { params: { invoice }, signal }),
    refetchInterval: ({ state }) => (state.data && canBePaid(state.data) ? 15_000 : false),
  })

export const openTicketsKey = [...topUpTicketsKey, 'open'] as const

/** Tickets that wait for payment, newest first. */
export const openTicketsQuery = queryOptions({
  queryKey: openTicketsKey,
  queryFn: async ({ signal }) => (await request(walletCalls.histories, { query: { tipe: '0', statustrx: '1', size: 5 }, signal })).content,
})

export const createTopUpTicket = (body: BodySent<typeof topUpCalls.create>) => submit(topUpCalls.create, { body })
export const createInvoice = (amount: bigint) => submit(paymentGatewayCalls.invoice, { body: { amount: Number(amount) } })

/**
 * A change of a ticket by its member. The server answers with the new state of the ticket; after a refusal the ticket is read again, because it may
 * have changed.
 */
function useTicketChange<Sent>(invoice: string, send: (sent: Sent) => Promise<{ data: TopUpTicket; msg: string }>, inPlace: boolean) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ data, msg }) => {
      queries.setQueryData(ticketQuery(invoice).queryKey, data)
      showSuccess(msg)
    },
    onError: () => queries.invalidateQueries({ queryKey: topUpTicketKey(invoice) }),
    meta: { shownInPlace: inPlace },
  })
}

export const useCancelTicket = (invoice: string) =>
  useTicketChange<void>(invoice, () => submit(topUpCalls.cancel, { params: { invoice } }), false)

/** Uploads the proof of payment. An error is shown next to the picture. */
export const useUploadPaymentProof = (invoice: string) =>
  useTicketChange<string>(invoice, (image) => submit(topUpCalls.addProof, { params: { invoice }, body: { image } }), true)
