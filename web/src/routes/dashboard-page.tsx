import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { figuresQuery, last30Days } from '#features/backoffice/dashboard/dashboard.api.ts'
import { FigureBoxes } from '#features/backoffice/dashboard/figure-boxes.tsx'
import { SellerRank } from '#features/backoffice/dashboard/seller-rank.tsx'
import { TransactionChart } from '#features/backoffice/dashboard/transaction-chart.tsx'
import { OpeningChecklist } from '#features/backoffice/opening/opening-checklist.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { DayRange } from '#ui/day-range.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { ErrorState } from '#ui/states.tsx'

const route = getRouteApi('/signed-in/administration/admdashboard')

/** The page with the figures of the platform: of today, and of the selected days. */
export function DashboardPage() {
  const searchParams = useSearchParams(route.useSearch())
  const { awal, akhir, urut } = searchParams.search
  const days = awal && akhir ? { awal, akhir } : last30Days()
  const { data, error, refetch } = useQuery(figuresQuery(days))
  return (
    <PageFrame title="Dashboard" wide action={<DayRange {...days} onRange={searchParams.replace} />}>
      <OpeningChecklist />
      {error && !data ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          <FigureBoxes figures={data} days={days} />
          <TransactionChart figures={data} />
        </>
      )}
      <SellerRank days={days} order={urut} onOrder={(order) => searchParams.replace({ urut: order })} />
    </PageFrame>
  )
}
