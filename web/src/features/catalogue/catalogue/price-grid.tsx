import type { PricingRow } from '@lapak/contract/catalogue/catalogue'
import { dotted } from '@lapak/contract/shared/money'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { type OfferActions, PriceCard } from '#features/catalogue/catalogue/price-card.tsx'
import type { InfiniteList } from '#lib/use-next-page.ts'
import { CardGrid } from '#ui/card-grid.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { StaleNotice } from '#ui/stale-notice.tsx'
import { ErrorState } from '#ui/states.tsx'

interface PriceGridProps {
  label: string
  list: PriceList
  actions: OfferActions
  empty: ReactNode
}

interface PriceList extends InfiniteList<{ content: PricingRow[]; totalElements: number }> {
  error: Error | null
  /** Whether the shown data belongs to the previous query. */
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** Prices as cards, with a button to load more. */
export function PriceGrid({ label, list, actions, empty }: PriceGridProps) {
  const { data, error, isPlaceholderData: stale, refetch } = list
  if (!data)
    return error ? (
      <ErrorState title="Harga belum bisa ditampilkan" message={error.message} onRetry={() => void refetch()} />
    ) : (
      <GridSkeleton />
    )
  const offers = data.pages.flatMap(({ content }) => content)
  if (offers.length === 0) return empty
  return (
    <>
      {error && !list.isFetchNextPageError && <StaleNotice onRetry={() => void refetch()} />}
      <CardGrid minCardWidth={252} stale={stale} aria-label={label}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <PriceCard offer={offer} actions={actions} />
          </li>
        ))}
      </CardGrid>
      <LoadMore list={list}>
        {dotted(offers.length)} dari {dotted(data.pages[0]?.totalElements ?? 0)} harga
      </LoadMore>
    </>
  )
}

function GridSkeleton() {
  return (
    <CardGrid minCardWidth={252} aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((bone) => (
        <Skeleton key={bone} component="li" height={190} radius={12} />
      ))}
    </CardGrid>
  )
}
