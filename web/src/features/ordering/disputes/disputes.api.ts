import { type AdminDisputeRow, type DisputeRow, disputeCalls } from '@lapak/contract/ordering/disputes'
import type { BodySent } from '@lapak/contract/shared/call'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import type { ListSource } from '#lib/use-list.ts'
import { showSuccess } from '#ui/snackbar.ts'

const key = ['disputes'] as const

/** The reader: the buyer, the seller, or an administrator ('house'). */
export type DisputeSide = 'buyer' | 'seller' | 'house'

export type DisputeListCall = (typeof disputeCalls)['list' | 'sellerList' | 'adminList']

export const disputeLists: Record<DisputeSide, ListSource<DisputeListCall>> = {
  buyer: { name: 'sengketa', call: disputeCalls.list, key: [...key, 'buyer'] },
  seller: { name: 'sengketa-toko', call: disputeCalls.sellerList, key: [...key, 'seller'] },
  house: { name: 'sengketa-semua', call: disputeCalls.adminList, key: [...key, 'house'] },
}

/** A dispute; the fields for administrators are absent for buyers and sellers. */
export type ShownDispute = DisputeRow & Partial<AdminDisputeRow>

export const disputeQuery = (id: string, side: DisputeSide) =>
  queryOptions({
    queryKey: [...key, 'one', side === 'house', id],
    queryFn: ({ signal }): Promise<ShownDispute> =>
      request(side === 'house' ? disputeCalls.adminOne : disputeCalls.one, { params: { id }, signal }),
  })

export const disputeOfPurchaseQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, 'purchase', id],
    queryFn: ({ signal }) => request(disputeCalls.ofPurchase, { params: { id }, signal }),
  })

/** The number of disputes that wait for this side. Only the total of the answer is used. */
const waitingQuery = (side: 'seller' | 'house') =>
  queryOptions({
    queryKey: [...key, side, 'waiting'],
    queryFn: async ({ signal }) =>
      (
        await request(side === 'seller' ? disputeCalls.sellerList : disputeCalls.adminList, {
          query: { tahap: 'menunggu', size: 1 },
          signal,
        })
      ).totalElements,
    refetchInterval: 120_000,
  })

/** The number of disputes that wait for the decision of this reader. */
export function useWaitingDisputes(side: 'seller' | 'house', enabled = true): number {
  const { data } = useQuery({ ...waitingQuery(side), enabled })
  return data ?? 0
}

export function useRefreshDisputes() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: key })
}

/** Sends an answer to a dispute. Other parts of the web app are refreshed too, because the end of a dispute may move money and change a purchase. */
function useAnswer<Input>(send: (input: Input) => Promise<{ msg: string }>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ msg }) => showSuccess(msg),
    onSettled: () => void queries.invalidateQueries(),
    meta: { shownInPlace: true },
  })
}

export const useOpenDispute = () => useAnswer((body: BodySent<typeof disputeCalls.begin>) => submit(disputeCalls.begin, { body }))

const params = ({ id }: DisputeRow) => ({ id: id.toString() })

export const useWithdrawDispute = (row: DisputeRow) => useAnswer(() => submit(disputeCalls.withdraw, { params: params(row) }))

/** Refunds the buyer or rejects the dispute, as the seller or as an administrator. */
export const useDecideDispute = (row: DisputeRow, side: 'seller' | 'house') =>
  useAnswer(({ refund, words }: { refund: boolean; words: string }) => {
    if (side === 'seller')
      return submit(refund ? disputeCalls.giveBack : disputeCalls.contest, { params: params(row), body: { msg: words } })
    return submit(refund ? disputeCalls.adminRefund : disputeCalls.adminReject, { params: params(row), body: { reason: words } })
  })
