import type { SellerSummary } from '@lapak/contract/selling/sellers'
import { sellsNow } from '#contexts/market-data/snapshot/snapshot.ts'
import { ratingInSql, type SellersReader, selectSellers, sortColumns, toSummaries, withColumns } from './sellers.queries.ts'

/** 'Gold Seller' of the home page: first the sellers that are open now, each group sorted by rating and then by success rate. */
export async function goldSellers({ read, catalogue }: SellersReader, size: number): Promise<SellerSummary[]> {
  const rows = await withColumns(selectSellers(read))
    .orderBy(sellsNow('seller'), 'desc')
    .orderBy(ratingInSql, 'desc')
    .orderBy(sortColumns.successrate, 'desc')
    .orderBy('seller.id')
    .limit(size)
    .execute()
  return toSummaries(catalogue, rows)
}
