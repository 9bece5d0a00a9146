import type { sellerCalls } from '@lapak/contract/selling/sellers'
import type { DataOf } from '@lapak/contract/shared/call'
import { IconFlame } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { bestHitsQuery } from '#features/selling/sellers/best-hits.api.ts'
import classes from '#features/selling/sellers/best-hits.module.css'
import { BestHitsSection, BestHitsSkeleton } from '#features/selling/sellers/best-hits-skeleton.tsx'
import { shortName } from '#lib/short-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { CardGrid } from '#ui/card-grid.tsx'
import { CardLink } from '#ui/card-link.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** The sellers that sell best today, each with its brands. */
export function BestHits() {
  const { data, error, refetch } = useQuery(bestHitsQuery)
  if (!data && !error) return <BestHitsSkeleton />
  return (
    <BestHitsSection>
      {data ? (
        <Hits of={data} />
      ) : (
        <ErrorState title="Best hit belum bisa ditampilkan" message={error?.message ?? ''} onRetry={() => void refetch()} />
      )}
    </BestHitsSection>
  )
}

function Hits({ of }: { of: DataOf<typeof sellerCalls.bestHits> }) {
  if (of.length === 0)
    return (
      <EmptyState icon={IconFlame} title="Belum ada penjualan hari ini" hint="Suplier dan operator terlaris hari ini tampil di sini." />
    )
  return (
    <CardGrid minCardWidth={260} columnsOnPhones={2}>
      {of.map(({ sellerid, operator, sellername, selleravatar }) => (
        <li key={`${sellerid} ${operator}`}>
          <CardLink to="/supplier/$id" params={{ id: sellerid.toString() }} className={classes.hit}>
            <Avatar name={sellername} address={selleravatar} size={44} />
            <span className={classes.words}>
              <strong>{operator}</strong>
              <span className={classes.seller} title={sellername}>
                {shortName(sellername)}
              </span>
            </span>
          </CardLink>
        </li>
      ))}
    </CardGrid>
  )
}
