import type { ComponentProps } from 'react'
import { ChangeNote } from '#features/catalogue/price-changes/price-change.tsx'
import { PriceChanges } from '#features/catalogue/price-changes/price-changes.tsx'
import { useRecentChanges } from '#features/catalogue/price-changes/recent-changes.ts'
import { BuyingList } from '#features/ordering/buying-list/buying-list.tsx'
import { BuyingListViews } from '#features/ordering/buying-list/buying-list-views.tsx'

type NotedListProps = Omit<ComponentProps<typeof BuyingList>, 'noteOf'>
type TabProps = Omit<ComponentProps<typeof BuyingListViews>, 'children'> &
  Omit<NotedListProps, 'searchParams'> & {
    searchParams: NotedListProps['searchParams'] & ComponentProps<typeof PriceChanges>['searchParams']
  }

/** The tab with the buying list and the price changes of its products. */
export function BuyingListTab({ view, onView, routing, ...list }: TabProps) {
  return (
    <BuyingListViews view={view} onView={onView} routing={routing}>
      {view === 'daftar' ? <NotedList {...list} /> : <PriceChanges searchParams={list.searchParams} />}
    </BuyingListViews>
  )
}

function NotedList(list: NotedListProps) {
  const recent = useRecentChanges()
  return <BuyingList {...list} noteOf={(row) => <ChangeNote of={recent.get(row.productmemberid)} />} />
}
