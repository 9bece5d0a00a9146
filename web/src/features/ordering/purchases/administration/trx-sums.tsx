import { dotted } from '@lapak/contract/shared/money'
import { useQuery } from '@tanstack/react-query'
import { pendingQuery, type TrxFilters, trxSumQuery } from '#features/ordering/purchases/administration/trx.api.ts'
import { PurchaseCount } from '#features/ordering/purchases/list/purchase-count.tsx'
import { Rupiah } from '#ui/money.tsx'
import { SumCards } from '#ui/sum-cards.tsx'

/** Of what the filters find, and beside it what is pending at all. */
export function TrxSums({ filters }: { filters: TrxFilters }) {
  const sum = useQuery(trxSumQuery(filters))
  const pending = useQuery(pendingQuery)
  const missing = ({ isError }: { isError: boolean }) => (isError ? null : undefined)
  return (
    <SumCards
      sums={[
        { label: 'Total Trx', value: sum.data ? <PurchaseCount of={sum.data} /> : missing(sum) },
        { label: 'Amount Trx', value: sum.data ? <Rupiah of={sum.data.amount} /> : missing(sum) },
        { label: 'Pending', value: pending.data ? dotted(pending.data.jml) : missing(pending) },
        {
          label: pending.data ? `Pending lebih dari ${pending.data.menit} menit` : 'Pending lama',
          value: pending.data ? dotted(pending.data.lama) : missing(pending),
        },
      ]}
    />
  )
}
