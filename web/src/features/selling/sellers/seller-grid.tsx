import type { SellerSummary } from '@lapak/contract/selling/sellers'
import type { ReactNode } from 'react'
import { SellerCard, SellerCardSkeleton } from '#features/selling/sellers/seller-card.tsx'
import { CardGrid } from '#ui/card-grid.tsx'
import { StaleNotice } from '#ui/stale-notice.tsx'
import { ErrorState } from '#ui/states.tsx'

interface SellerGridProps {
  label: string
  /** Missing while they are on their way. */
  sellers: SellerSummary[] | undefined
  error: Error | null
  stale?: boolean
  onRetry: () => void
  empty: ReactNode
}

/** Sellers as cards. What was shown before stays when it cannot be read again, and says so. */
export function SellerGrid({ label, sellers, error, stale, onRetry, empty }: SellerGridProps) {
  if (error && !sellers) return <ErrorState title="Suplier belum bisa ditampilkan" message={error.message} onRetry={onRetry} />
  if (sellers?.length === 0) return empty
  return (
    <>
      {error && <StaleNotice onRetry={onRetry} />}
      <CardGrid least={280} stale={stale} aria-label={label} aria-busy={!sellers || stale}>
        {sellers
          ? sellers.map((seller) => (
              <li key={seller.sellerid.toString()}>
                <SellerCard seller={seller} />
              </li>
            ))
          : [1, 2, 3, 4, 5, 6].map((bone) => (
              <li key={bone}>
                <SellerCardSkeleton />
              </li>
            ))}
      </CardGrid>
    </>
  )
}
