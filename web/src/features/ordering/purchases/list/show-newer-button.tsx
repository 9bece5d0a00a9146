import type { PurchaseRow } from '@lapak/contract/ordering/purchases'
import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useEffect } from 'react'
import { matchesFilters } from '#features/ordering/purchases/list/purchase-filters.tsx'
import type { PurchaseFilters } from '#features/ordering/purchases/purchases.api.ts'
import type { List } from '#lib/use-list.ts'

interface NewerProps {
  heard: ReadonlyMap<bigint, PurchaseRow>
  list: List<PurchaseRow, PurchaseFilters>
}

/**
 * A button with the number of rows that have arrived since. The rows are inserted only when the button is pressed, so that rows do not move under the
 * finger; an empty list shows them at once.
 */
export function ShowNewerButton({ heard, list }: NewerProps) {
  const { rows, refresh } = list
  const count = countMissing(heard, list)
  const isFirst = count > 0 && rows?.length === 0
  useEffect(() => {
    if (isFirst) refresh()
  }, [isFirst, refresh])
  if (count === 0) return null
  return (
    <Button variant="light" leftSection={<IconArrowUp size={18} />} onClick={list.refresh} style={{ alignSelf: 'center' }}>
      {count} transaksi baru. Tampilkan
    </Button>
  )
}

/** The number of purchases that belong on this page, but arrived or began to match the filters only after the page was loaded. */
function countMissing(
  heard: ReadonlyMap<bigint, PurchaseRow>,
  { rows, page, size, sort, filters }: List<PurchaseRow, PurchaseFilters>,
): number {
  if (!rows || page !== 1 || sort !== 'id,DESC') return 0
  const shown = new Set(rows.map((row) => row.id))
  const oldest = rows.length < size ? 0n : (rows.at(-1)?.id ?? 0n)
  return [...heard.values()].filter((row) => row.id > oldest && !shown.has(row.id) && matchesFilters(row, filters)).length
}
