import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { buyingListsKey } from '#features/ordering/buying-list/buying-list.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { useInvalidateOnUnmount } from '#lib/use-invalidate-on-unmount.ts'

/** Refreshes the list when the server publishes a change. */
export function useLiveBuyingList() {
  const queries = useQueryClient()
  const readAgain = () => void queries.invalidateQueries({ queryKey: buyingListsKey })
  useRealtime('hargaupdate', readAgain)
  useConnectionRestored(readAgain)
  useInvalidateOnUnmount(buyingListsKey)
}

const signOf = ({ price, state }: MappingRow) => `${price} ${state}`

/** How often the price or the state of each row changed while the row was shown. */
export function useRowChanges(rows: MappingRow[] | undefined): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState({ rows, signs: new Map<string, string>(), changes: new Map<string, number>() })
  if (!rows || rows === seen.rows) return seen.changes
  const signs = new Map(rows.map((row) => [row.id.toString(), signOf(row)]))
  const changes = new Map(seen.changes)
  for (const [id, sign] of signs) {
    const before = seen.signs.get(id)
    if (before !== undefined && before !== sign) changes.set(id, (changes.get(id) ?? 0) + 1)
  }
  setSeen({ rows, signs: new Map([...seen.signs, ...signs]), changes })
  return changes
}
