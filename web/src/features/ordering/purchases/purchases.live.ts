import type { PurchaseDetail, PurchaseRow, purchaseCalls } from '@lapak/contract/ordering/purchases'
import type { DataOf } from '@lapak/contract/shared/call'
import { useThrottledCallback } from '@mantine/hooks'
import { partialMatchKey, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type RowEvent, refetchThrottleMs, useLiveSums } from '#features/ordering/purchases/purchase-sums.live.ts'
import { purchaseDetailKey, purchaseListsKey, purchaseSumsKey, purchasesKey } from '#features/ordering/purchases/purchases.api.ts'
import { useConnectionRestored, useRealtime } from '#lib/realtime.ts'
import { useInvalidateOnUnmount } from '#lib/use-invalidate-on-unmount.ts'

type ListAnswer = DataOf<typeof purchaseCalls.list>

const heardAtMost = 100

const bulkEvents = { trxupdate: 'trxbanyak', penjualan: 'penjualanbanyak' } as const

/** Which cached lists are updated, and by which event. */
interface LiveRows {
  event: RowEvent
  /** Key prefix of all queries about the rows. */
  all: QueryKey
  lists: QueryKey
  detail: (id: string) => QueryKey
}

export function useLivePurchases() {
  useLiveSums('trxupdate', purchaseSumsKey)
  return useLiveRows({ event: 'trxupdate', all: purchasesKey, lists: purchaseListsKey, detail: purchaseDetailKey })
}

/**
 * Applies realtime events to the shown lists. Rows in a list are updated in place. A purchase that is not in a list is only collected in `heard`:
 * inserting a row would move the other rows, and people would press the wrong row.
 */
export function useLiveRows({ event, all, lists, detail }: LiveRows) {
  const queries = useQueryClient()
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map())
  const [heard, setHeard] = useState<ReadonlyMap<bigint, PurchaseRow>>(new Map())
  const received = useRef(new Map<bigint, PurchaseRow>())

  useRealtime(event, (row) => {
    keepNewest(received.current, row)
    const known = replaceInLists(row)
    if (known) setChanges((before) => new Map(before).set(row.id.toString(), (before.get(row.id.toString()) ?? 0) + 1))
    else setHeard((before) => (before.size < heardAtMost || before.has(row.id) ? new Map(before).set(row.id, row) : before))
    queries.setQueryData<PurchaseDetail>(detail(row.id.toString()), (known) => known && { ...known, ...row })
    void queries.invalidateQueries({ queryKey: detail(row.id.toString()) })
  })
  const readAgain = () => void queries.invalidateQueries({ queryKey: all })
  useRealtime(bulkEvents[event], useThrottledCallback(readAgain, refetchThrottleMs))
  useConnectionRestored(readAgain)
  useInvalidateOnUnmount(lists)

  // An event that arrived after the request was sent is newer than the answer to this request.
  useEffect(
    () =>
      queries.getQueryCache().subscribe((cacheEvent) => {
        const isAnswer = cacheEvent.type === 'updated' && cacheEvent.action.type === 'success' && !cacheEvent.action.manual
        if (!isAnswer || !partialMatchKey(cacheEvent.query.queryKey, lists)) return
        const newer = ({ id, updateat }: PurchaseRow) => {
          const row = received.current.get(id)
          return row && row.updateat > updateat ? row : undefined
        }
        queries.setQueryData<ListAnswer>(cacheEvent.query.queryKey, (list) =>
          list?.content.some(newer) ? { ...list, content: list.content.map((old) => newer(old) ?? old) } : list,
        )
      }),
    [queries, lists],
  )

  function replaceInLists(row: PurchaseRow): boolean {
    let known = false
    queries.setQueriesData<ListAnswer>({ queryKey: lists }, (list) => {
      if (!list?.content.some(({ id }) => id === row.id)) return list
      known = true
      return { ...list, content: list.content.map((old) => (old.id === row.id && old.updateat <= row.updateat ? row : old)) }
    })
    return known
  }

  /** Removes a purchase that no longer belongs to the reader from the lists and from the collected purchases. */
  function forget(id: bigint) {
    received.current.delete(id)
    const others = ({ id: listed }: PurchaseRow) => listed !== id
    queries.setQueriesData<ListAnswer>({ queryKey: lists }, (list) =>
      !list || list.content.every(others) ? list : { ...list, content: list.content.filter(others), totalElements: list.totalElements - 1 },
    )
    setHeard((before) => new Map([...before].filter(([heardId]) => heardId !== id)))
    void queries.invalidateQueries({ queryKey: detail(id.toString()) })
  }

  return { changes, heard, forget }
}

/** Stores the row as the newest one, and drops the oldest row if there are too many. */
function keepNewest(received: Map<bigint, PurchaseRow>, row: PurchaseRow) {
  received.delete(row.id)
  received.set(row.id, row)
  const [oldest] = received.keys()
  if (oldest !== undefined && received.size > heardAtMost) received.delete(oldest)
}
