import type { BodyOf } from '@lapak/contract/call'
import { dotted } from '@lapak/contract/money'
import { type OfferPreview, type offerCalls, offersMax } from '@lapak/contract/offers'
import type { Reader } from '#core/db.ts'
import type { Caller } from '#core/http.ts'
import { Refusal } from '#core/refusal.ts'
import type { Market } from '../market/market.ts'
import { changedBy } from './bulk.rules.ts'
import { type CarryDeps, carryOut } from './carry-out.ts'
import { idsOfOffers } from './offers.queries.ts'
import { ownOffers } from './own-offers.ts'
import { type Plan, planOf } from './plan.ts'
import { viewOf } from './plan-view.ts'

type Asked = BodyOf<typeof offerCalls.bulk>
export type BulkDeps = CarryDeps & { market: Market }

/** Changes many offers alike: those that were chosen, or all that a filter finds. Told first, then done as it was told. */
export async function changeMany(deps: BulkDeps, by: Caller, asked: Asked): Promise<OfferPreview> {
  const plan = (read: Reader) => planned({ read, market: deps.market }, by.memberId, asked)
  return viewOf(asked.preview ? await plan(deps.db.read) : await carryOut(deps, by, plan, asked.digest), asked.page)
}

async function planned(reads: { read: Reader; market: Market }, sellerId: bigint, { ids, filter, changes, lewati }: Asked): Promise<Plan> {
  const sort = { field: 'id', descending: false } as const
  const found = ids ?? (await idsOfOffers(reads, sellerId, { ...filter, page: 0, size: 0, sort }, offersMax + 1))
  if (found.length > offersMax) throw new Refusal('offer.too_many', { max: dotted(offersMax) })
  const offers = await ownOffers(reads.read, sellerId, found)
  return planOf(
    offers.map((offer) => ({ ...offer, line: null, after: changedBy(changes, offer.before) })),
    [],
    lewati,
  )
}
