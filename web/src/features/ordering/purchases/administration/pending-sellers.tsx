import { purchaseState } from '@lapak/contract/ordering/purchases'
import { dotted } from '@lapak/contract/shared/money'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/ordering/purchases/administration/pending-sellers.module.css'
import { pendingQuery, type TrxFilters } from '#features/ordering/purchases/administration/trx.api.ts'
import { shortName } from '#lib/short-name.ts'

export const pendingState = String(purchaseState.pending) as TrxFilters['statustrx']

/** Pressed once more. */
const everything: TrxFilters = { statustrx: undefined, lama: undefined, sellerid: undefined }

interface PendingProps {
  filters: TrxFilters
  onFilter: (change: TrxFilters) => void
}

/** One press from what is pending, what is so for long, and at which seller: what an outage looks like. */
export function PendingSellers({ filters, onFilter }: PendingProps) {
  const { data } = useQuery(pendingQuery)
  if (!data || data.jml === 0) return null
  const anyDay = { awal: undefined, akhir: undefined }
  const choices = [
    {
      label: `Semua pending (${dotted(data.jml)})`,
      chosen: filters.statustrx === pendingState && !filters.lama && !filters.sellerid,
      filter: { ...anyDay, statustrx: pendingState, lama: undefined, sellerid: undefined },
    },
    ...(data.lama > 0
      ? [
          {
            label: `Pending lama (${dotted(data.lama)})`,
            chosen: filters.lama === '1' && !filters.sellerid,
            filter: { ...anyDay, statustrx: undefined, lama: '1', sellerid: undefined } as TrxFilters,
          },
        ]
      : []),
    ...data.sellers
      .filter(({ lama }) => lama > 0)
      .map(({ sellerid, sellername, lama }) => ({
        label: `${shortName(sellername)} (${dotted(lama)})`,
        chosen: filters.lama === '1' && filters.sellerid === sellerid.toString(),
        filter: { ...anyDay, statustrx: undefined, lama: '1', sellerid: sellerid.toString() } as TrxFilters,
      })),
  ]
  return (
    <section className={classes.choices} aria-label="Yang masih pending">
      {choices.map(({ label, chosen, filter }) => (
        <Button
          key={label}
          size="sm"
          variant={chosen ? 'light' : 'default'}
          aria-pressed={chosen}
          onClick={() => onFilter(chosen ? everything : filter)}
        >
          {label}
        </Button>
      ))}
    </section>
  )
}
