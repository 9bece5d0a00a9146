import type { purchaseCalls } from '@lapak/contract/ordering/purchases'
import { useQuery } from '@tanstack/react-query'
import { PurchaseCount } from '#features/ordering/purchases/list/purchase-count.tsx'
import { type SaleFilters, saleList, saleSumQuery, todayFilters } from '#features/ordering/purchases/sales/sales.api.ts'
import { useLiveSaleSums } from '#features/ordering/purchases/sales/sales.live.ts'
import { validFilters } from '#lib/list-filters.ts'
import type { ListSearchParams } from '#lib/use-list.ts'
import { Rupiah } from '#ui/money.tsx'
import { SumCards } from '#ui/sum-cards.tsx'

/**
 * The sums of today's sales or, while the list of sales is shown, of its filtered sales. `listed` is undefined while another list uses the search
 * parameters of the URL.
 */
export function SaleSums({ listed }: { listed: ListSearchParams<typeof purchaseCalls.sellerList> | undefined }) {
  const filters: SaleFilters = { ...todayFilters(), ...(listed && validFilters(saleList.call, listed.search)) }
  const { data, isError } = useQuery(saleSumQuery(filters))
  useLiveSaleSums()
  const missing = isError ? null : undefined
  return (
    <SumCards
      sums={[
        { label: 'Total Trx', value: data ? <PurchaseCount of={data} /> : missing },
        { label: 'Amount Trx', value: data ? <Rupiah of={data.amount} /> : missing },
      ]}
    />
  )
}
