import { reviewCalls } from '@lapak/contract/selling/reviews'
import type { BodySent } from '@lapak/contract/shared/call'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request, submit } from '#lib/api.ts'
import { nextPageParam } from '#lib/pages.ts'
import { showSuccess } from '#ui/snackbar.ts'

const reviewsKey = ['reviews'] as const
const pageSize = 20

export const reviewsQuery = (sellerid: bigint) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey, sellerid.toString()],
    queryFn: ({ pageParam: page, signal }) =>
      request(reviewCalls.list, { params: { memberid: sellerid.toString() }, query: { page, size: pageSize, sort: 'id,DESC' }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextPageParam,
  })

/** Writes or replaces the buyer's own review. `onWritten` is called after the list was refetched. */
export function useWriteReview(onWritten: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof reviewCalls.write>) => submit(reviewCalls.write, { body }),
    onSuccess: async ({ msg }) => {
      showSuccess(msg)
      await queries.invalidateQueries({ queryKey: reviewsKey })
      onWritten()
    },
    meta: { shownInPlace: true },
  })
}

/** Sends the seller's reply to a review. */
export function useReplyToReview(onSent: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<typeof reviewCalls.reply>) => submit(reviewCalls.reply, { body }),
    onSuccess: async ({ msg }) => {
      showSuccess(msg)
      await queries.invalidateQueries({ queryKey: reviewsKey })
      onSent()
    },
    meta: { shownInPlace: true },
  })
}
