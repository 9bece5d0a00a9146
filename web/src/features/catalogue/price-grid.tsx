import type { PricingRow } from '@lapak/contract/catalogue'
import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { type OfferActions, PriceCard } from '#features/catalogue/price-card.tsx'
import classes from '#features/catalogue/price-grid.module.css'
import { ErrorState } from '#ui/states.tsx'

interface PriceGridProps {
  label: string
  /** Missing while they are on their way. */
  offers: PricingRow[] | undefined
  total: number
  actions: OfferActions
  /** What is shown belongs to what was asked before. */
  stale: boolean
  error: Error | null
  onRetry: () => void
  more: { has: boolean; loading: boolean; load: () => void }
  empty: ReactNode
}

/** Prices as cards, with the rest on demand. */
export function PriceGrid({ label, offers, total, actions, stale, error, onRetry, more, empty }: PriceGridProps) {
  if (!offers) return error ? <ErrorState title="Harga belum bisa ditampilkan" message={error.message} onRetry={onRetry} /> : <GridBones />
  if (offers.length === 0) return empty
  return (
    <>
      <ul className={classes.grid} aria-label={label} data-stale={stale || undefined}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <PriceCard offer={offer} actions={actions} />
          </li>
        ))}
      </ul>
      {more.has && (
        <div className={classes.more}>
          <span className={classes.count}>
            {offers.length} dari {total} harga
          </span>
          <Button variant="default" loading={more.loading} onClick={more.load}>
            Muat lagi
          </Button>
        </div>
      )}
    </>
  )
}

function GridBones() {
  return (
    <div className={classes.grid} aria-busy>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((bone) => (
        <Skeleton key={bone} height={190} radius={12} />
      ))}
    </div>
  )
}
