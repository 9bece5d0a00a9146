import type { ChangeRow } from '@lapak/contract/catalogue/price-changes'
import { durationText } from '@lapak/contract/shared/duration-text'
import { useQuery } from '@tanstack/react-query'
import { priceChangeList } from '#features/catalogue/price-changes/price-changes.api.ts'
import { listQuery } from '#lib/use-list.ts'

const recentHours = 24
export const recentPeriodText = durationText(recentHours * 3600)

export const isRecent = (at: Date) => Date.now() - at.getTime() < recentHours * 3_600_000

const isOfPrice = (change: ChangeRow): change is ChangeRow & { productmemberid: bigint } =>
  change.productmemberid !== null && change.price !== null && change.price !== change.pricebefore

/** The newest price change of each offer within the last hours. Only one page of changes is read. */
export function useRecentChanges(): ReadonlyMap<bigint, ChangeRow> {
  const { data } = useQuery(listQuery(priceChangeList, { page: 0, size: 100, sort: 'id,DESC', kind: 'price,special' }))
  const recent = new Map<bigint, ChangeRow>()
  for (const change of data?.content ?? [])
    if (isRecent(change.at) && isOfPrice(change) && !recent.has(change.productmemberid)) recent.set(change.productmemberid, change)
  return recent
}
