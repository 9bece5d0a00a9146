import type { buyingListCalls } from '@lapak/contract/ordering/buying-list'
import type { DataOf } from '@lapak/contract/shared/call'
import { defaultRouting } from '@lapak/contract/shared/routing'
import { measuredOf, soldOutAmong } from '#contexts/catalogue/catalogue/catalogue.ts'
import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Purchases } from '#contexts/ordering/purchases/purchases.ts'
import type { Database } from '#db/db.ts'
import { Refusal } from '#http/refusal.ts'

export interface RouteDeps {
  db: Database
  catalogue: CatalogueSnapshot
  purchases: Pick<Purchases, 'route'>
}

/** The route that an order of this product would take now. Uses the same code as orders. */
export async function showRoute(
  { db, catalogue, purchases }: RouteDeps,
  buyerId: bigint,
  productcode: string,
): Promise<DataOf<typeof buyingListCalls.route>> {
  const product = catalogue.productsByCode.get(productcode)
  if (!product) throw new Refusal('not_found.product')
  const steps = purchases.route(buyerId, product)
  const soldOut = await soldOutAmong(
    db,
    steps.map(({ offer }) => offer),
  )
  return {
    routing: catalogue.tradingProfiles.get(buyerId)?.routing ?? defaultRouting,
    steps: steps.map(({ mapping, offer, price, state }) => ({
      id: mapping.id,
      productmemberid: offer.id,
      prioritas: mapping.priority,
      sellerid: offer.sellerId,
      sellername: catalogue.tradingProfiles.get(offer.sellerId)?.name ?? '',
      price,
      state: state === 'open' && soldOut.has(offer.id) ? 'sold_out' : state,
      ...measuredOf(catalogue, offer.id),
    })),
  }
}
