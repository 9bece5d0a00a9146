import { offerCalls } from '@lapak/contract/selling/offers'
import { previewOnly } from '@lapak/contract/shared/wire'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import { requireStepUp } from '#contexts/members/step-up-auth/step-up-auth.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { VersionedCache } from '#db/cache.ts'
import type { Routes } from '#http/http.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { changeMany } from './bulk.ts'
import { bySeller } from './execute-plan.ts'
import { importOffers } from './import.ts'
import { needsStepUp, readJudged } from './needs-step-up.ts'
import { downloadOffers, offerTemplate } from './offers.csv.ts'
import { listOffers, type OfferListAsk, productsOfBrand, rankedOffer, readOffer, type StoredOffer } from './offers.queries.ts'
import { addOffer, changeOffer, type OfferDeps, removeOffer } from './offers.ts'
import { type SyncDeps, syncPrices } from './price-sync.ts'

type Deps = OfferDeps & SyncDeps & Pick<VersionedCache, 'afterRefresh'> & { settings: Settings; catalogue: CatalogueSnapshot }

/**
 * Limits requests for offers that are not the cheapest: each offer of the seller must be compared with all other offers of its product. Bulk changes
 * have their own limit.
 */
async function countRanking(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  sellerId: bigint,
  { perhatian }: Pick<OfferListAsk, 'perhatian'>,
) {
  if (perhatian === 'bukantermurah') await rateLimit(db, `rankings of ${sellerId}`, settings.get('offers.rankingsPerMinute'), 60)
}

export function offerRoutes(routes: Routes, deps: Deps) {
  const { db, settings, catalogue, afterRefresh } = deps
  const reads = { read: db.read, catalogue }
  const rankedAfter = async (change: Promise<StoredOffer>) => rankedOffer(catalogue, await afterRefresh(change))
  routes.on(offerCalls.list, async ({ caller, query }) => {
    await countRanking(deps, caller.memberId, query)
    return listOffers(reads, caller.memberId, query)
  })
  routes.on(offerCalls.download, async ({ caller, query }) => {
    await countRanking(deps, caller.memberId, query)
    return downloadOffers(reads, caller.memberId, query)
  })
  routes.on(offerCalls.one, async ({ caller, params }) => rankedOffer(catalogue, await readOffer(db.read, caller.memberId, params.id)))
  routes.on(offerCalls.add, ({ caller, body }) => rankedAfter(addOffer(deps, caller, body)))
  routes.on(offerCalls.change, async ({ caller, params: { id }, body }) => {
    const judged = await readJudged(db.read, { sellerId: caller.memberId, id }, body)
    if (judged && (await needsStepUp(db.read, settings, judged, body))) await requireStepUp(deps, caller)
    return rankedAfter(changeOffer(deps, caller, { id, judged }, body))
  })
  routes.on(offerCalls.remove, ({ caller, params }) => afterRefresh(removeOffer(deps, caller, params.id)))
  routes.on(offerCalls.bulk, ({ caller, body, setMessage }) => {
    if (body.preview) setMessage(previewOnly)
    return body.preview ? changeMany(deps, caller, body) : afterRefresh(changeMany(deps, caller, body))
  })
  routes.on(offerCalls.template, ({ caller }) => offerTemplate(db.read, caller.memberId))
  routes.on(offerCalls.file, async ({ caller, query: { simpan: keep, page, digest }, file, setMessage }) => {
    if (!keep) setMessage(previewOnly)
    const imported = importOffers(deps, caller, { bytes: await file(), keep, page, digest })
    return keep ? afterRefresh(imported) : imported
  })
  routes.on(offerCalls.ofBrand, ({ params }) => productsOfBrand(db.read, params.id))
  routes.on(offerCalls.syncPrices, ({ caller }) => afterRefresh(syncPrices(deps, bySeller(deps, caller))))
}
