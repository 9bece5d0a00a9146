import type { SellerSummary } from '@lapak/contract/suppliers'
import { Button, Skeleton } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '#features/search/found-sellers.module.css'
import { EmptyState, ErrorState } from '#ui/states.tsx'

interface FoundSellersProps {
  /** Missing while they are on their way. */
  sellers: SellerSummary[] | undefined
  card: (seller: SellerSummary) => ReactNode
  error: Error | null
  onRetry: () => void
  more: { has: boolean; loading: boolean; load: () => void }
}

export function FoundSellers({ sellers, card, error, onRetry, more }: FoundSellersProps) {
  if (!sellers) return error ? <ErrorState title="Suplier belum bisa ditampilkan" message={error.message} onRetry={onRetry} /> : <Bones />
  if (sellers.length === 0)
    return <EmptyState icon={IconBuildingStore} title="Suplier tidak ditemukan" hint="Periksa ejaan namanya, atau lihat tab Product." />
  return (
    <>
      <ul className={classes.grid} aria-label="Suplier yang ditemukan">
        {sellers.map((seller) => (
          <li key={seller.sellerid}>{card(seller)}</li>
        ))}
      </ul>
      {more.has && (
        <Button variant="default" className={classes.more} loading={more.loading} onClick={more.load}>
          Muat lagi
        </Button>
      )}
    </>
  )
}

function Bones() {
  return (
    <div className={classes.grid} aria-busy>
      {['a', 'b', 'c', 'd'].map((bone) => (
        <Skeleton key={bone} height={190} radius={12} />
      ))}
    </div>
  )
}
