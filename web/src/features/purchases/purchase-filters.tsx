import { Checkbox, NativeSelect } from '@mantine/core'
import classes from '#features/purchases/purchase-filters.module.css'
import type { PurchaseFilters } from '#features/purchases/purchases.api.ts'
import { DayRange } from '#ui/day-range.tsx'

interface FilterProps {
  filters: PurchaseFilters
  onFilter: (change: Partial<PurchaseFilters>) => void
  autoRefresh: boolean
  onAutoRefresh: (on: boolean) => void
}

const statusChoices = [
  { value: '', label: 'Semua status' },
  { value: '0', label: 'PENDING' },
  { value: '1', label: 'SUKSES' },
  { value: '2', label: 'GAGAL' },
]

export function PurchaseFilterBar({ filters, onFilter, autoRefresh, onAutoRefresh }: FilterProps) {
  return (
    <>
      <NativeSelect
        size="sm"
        className={classes.status}
        aria-label="Status"
        value={filters.statustrx ?? ''}
        data={statusChoices}
        onChange={(event) => onFilter({ statustrx: (event.currentTarget.value || undefined) as PurchaseFilters['statustrx'] })}
      />
      <DayRange awal={filters.awal} akhir={filters.akhir} onRange={onFilter} />
      <Checkbox
        size="sm"
        className={classes.auto}
        label="Auto refresh"
        checked={autoRefresh}
        onChange={(event) => onAutoRefresh(event.currentTarget.checked)}
      />
    </>
  )
}
