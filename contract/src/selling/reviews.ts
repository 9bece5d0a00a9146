import { z } from 'zod'
import { call } from '../shared/call.ts'
import { messageText } from '../shared/visible-text.ts'
import { moment, pageOf, pageQuery, rowId, rowIdText } from '../shared/wire.ts'

export const review = z.object({
  id: rowId,
  memberid: rowId,
  membername: z.string(),
  memberavatar: z.string().nullable(),
  bintang: z.int(),
  comment: z.string(),
  createat: moment,
  updateat: moment,
  reply: z.string().nullable(),
  replyat: moment.nullable(),
})
export type Review = z.output<typeof review>

export const starsMax = 5
const chooseStars = `Pilih 1 sampai ${starsMax} bintang`

/** Maximum characters of a review and of a reply. */
export const reviewLengthMax = 1000

/** Writing or editing a review or a reply notifies the other side. */
const writes = { setting: 'reviews.writesPerHour', seconds: 3600 } as const

export const reviewCalls = {
  write: call('POST', '/api/v1/review', {
    summary: 'Review a seller after a purchase; a second review replaces the first',
    access: 'member',
    body: z.object({
      bintang: z.int().min(1, chooseStars).max(starsMax, chooseStars),
      comment: messageText(reviewLengthMax).refine((text) => text !== '', 'Ulasan wajib diisi'),
      memberid: rowId,
    }),
    data: review,
    done: 'Ulasan terkirim',
    limit: writes,
    refuses: ['not_found.seller', 'review.not_a_customer'],
  }),
  reply: call('POST', '/api/v1/review/replay', {
    summary: 'Reply to the review of the member `memberid`, as the seller',
    access: 'member',
    body: z.object({ memberid: rowId, reply: messageText(reviewLengthMax).refine((text) => text !== '', 'Balasan wajib diisi') }),
    data: review,
    done: 'Balasan terkirim',
    limit: writes,
    refuses: ['not_found.review'],
  }),
  list: call('GET', '/api/v1/review/user/{memberid}', {
    summary: 'List the reviews of a seller, newest first',
    access: 'member',
    params: z.object({ memberid: rowIdText }),
    query: z.object(pageQuery(['id', 'bintang'], {})),
    data: pageOf(review),
    refuses: ['not_found.seller'],
  }),
}
