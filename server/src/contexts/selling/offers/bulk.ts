import { type OfferPreview, type offerCalls, offersMax } from '@lapak/contract/selling/offers'
import type { BodyOf } from '@lapak/contract/shared/call'
import { dotted } from '@lapak/contract/shared/money'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Reader } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { Refusal } from '#http/refusal.ts'
import { changedBy } from './bulk.rules.ts'
import { checkCodesOf } from './check-code.ts'
import { bySeller, type ExecuteDeps, executePlan } from './execute-plan.ts'
import { idsOfOffers } from './offers.queries.ts'
import { ownOffers } from './offers-to-plan.ts'
import { type OwnOffer, type Plan, planOf, requirePreviewed } from './plan.ts'
import { viewOf } from './plan-view.ts'
import { asSeen, readSeenStock, rememberSeenStock } from './seen-stock.ts'

type Asked = BodyOf<typeof offerCalls.bulk>
export type BulkDeps = ExecuteDeps & { catalogue: CatalogueSnapshot }

/**
 * Changes many offers in the same way: either the given offers, or all offers that match a filter. A preview comes first, and the changes are
 * executed only as previewed.
 */
export async function changeMany(deps: BulkDeps, by: Caller, asked: Asked): Promise<OfferPreview> {
  const { db } = deps
  const found = () => offersOf(deps, by.memberId, asked)
  if (asked.preview) {
    const offers = await found()
    if (asked.changes.stok !== undefined) await rememberSeenStock(db, by.memberId, offers)
    return viewOf(await planned(db.read, by.memberId, offers, asked), asked.page)
  }
  const stock = await readSeenStock(db.read, by.memberId)
  const done = await executePlan(deps, bySeller(deps, by), 'bulk', async () =>
    requirePreviewed(await planned(db.read, by.memberId, asSeen(await found(), stock), asked), asked.digest),
  )
  return viewOf(done, asked.page)
}

async function offersOf({ db, catalogue }: BulkDeps, sellerId: bigint, { ids, filter }: Asked): Promise<OwnOffer[]> {
  const sort = { field: 'id', descending: false } as const
  const reads = { read: db.read, catalogue }
  const found = ids ?? (await idsOfOffers(reads, sellerId, { ...filter, page: 0, size: 0, sort }, offersMax + 1))
  if (found.length > offersMax) throw new Refusal('offer.too_many', { max: dotted(offersMax) })
  return ownOffers(db.read, sellerId, { ids: found })
}

async function planned(read: Reader, sellerId: bigint, offers: readonly OwnOffer[], { changes, lewati }: Asked): Promise<Plan> {
  return planOf(
    offers.map((offer) => ({ ...offer, line: null, after: changedBy(changes, offer.before) })),
    { skipping: lewati, wrongCheckCode: await checkCodesOf(read, sellerId) },
  )
}
