import type { PurchaseRow } from '@lapak/contract/ordering/purchases'
import { searchedDigits, withoutGaps } from '@lapak/contract/shared/searched-digits'
import { Checkbox } from '@mantine/core'
import { OfferFilterSelects } from '#features/ordering/buying-list/offer-filters.tsx'
import classes from '#features/ordering/purchases/list/purchase-filters.module.css'
import { StatusFilter } from '#features/ordering/purchases/list/status-filter.tsx'
import type { PurchaseFilters } from '#features/ordering/purchases/purchases.api.ts'
import { jakartaToday } from '#lib/days.ts'
import { DayRange } from '#ui/day-range.tsx'
import { MoreFilters } from '#ui/more-filters.tsx'

interface FilterProps {
  filters: PurchaseFilters
  onFilter: (change: PurchaseFilters) => void
  autoRefresh: boolean
  onAutoRefresh: (on: boolean) => void
  /** The sellers to filter by: those of the shown purchases. */
  sellers: { sellerid: bigint; sellername: string }[]
}

export function PurchaseFilterBar({ filters, onFilter, autoRefresh, onAutoRefresh, sellers }: FilterProps) {
  return (
    <>
      <StatusFilter value={filters.statustrx} onChoose={(statustrx) => onFilter({ statustrx })} />
      <DayRange awal={filters.awal ?? ''} akhir={filters.akhir ?? ''} onRange={onFilter} />
      <MoreFilters inUse={[filters.categoryid, filters.brandid, filters.sellerid].filter(Boolean).length}>
        <OfferFilterSelects filters={filters} onFilter={onFilter} sellers={sellers} />
      </MoreFilters>
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

/** Whether a purchase from an event matches each filter. Events do not contain the brand, so no purchase matches a brand filter. */
const fits: { [Name in keyof Required<PurchaseFilters>]: (row: PurchaseRow, asked: string) => boolean } = {
  search: ({ target, productcode, reffclient, serialnumber }, asked) => {
    const digits = searchedDigits(asked)
    return (
      [target, productcode, reffclient, serialnumber].join(' ').toLowerCase().includes(asked.toLowerCase()) ||
      (digits !== null && (target.includes(digits.number) || withoutGaps(serialnumber ?? '').includes(digits.serial)))
    )
  },
  brandid: () => false,
  categoryid: () => false,
  sellerid: ({ sellerid }, asked) => sellerid.toString() === asked,
  statustrx: ({ transactionrc }, asked) => transactionrc === Number(asked),
  awal: ({ createat }, asked) => asked <= jakartaToday(createat),
  akhir: ({ createat }, asked) => jakartaToday(createat) <= asked,
}

export const matchesFilters = (row: PurchaseRow, filters: PurchaseFilters): boolean =>
  (Object.keys(fits) as (keyof PurchaseFilters)[]).every((name) => {
    const asked = filters[name]
    return asked === undefined || fits[name](row, asked)
  })
