import type { RefusalCode } from '@lapak/contract/shared/refusals'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { createOrderDraft, type OrderDraft, toOrderBody } from '#features/ordering/purchases/buying/buy-order.ts'
import { meansNeverAccepted, orderRefusalOf } from '#features/ordering/purchases/buying/buy-refusal.ts'
import { findUnansweredOrder, removeSentOrder, storeSentOrder } from '#features/ordering/purchases/buying/buy-sent-orders.ts'
import type { ParsedLine } from '#features/ordering/purchases/buying/many-lines.ts'
import {
  readStoredLines,
  removeStoredList,
  type StoredLine,
  storeLine,
  storeList,
} from '#features/ordering/purchases/buying/many-stored.ts'
import {
  findPurchaseOfOrder,
  placeOrder,
  purchasesKey,
  purchasesSinceQuery,
  wasOrderAccepted,
} from '#features/ordering/purchases/purchases.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { useRealtime } from '#lib/realtime.ts'

const tooPoor: RefusalCode = 'balance.too_low'
const waiting = 'Pesanan yang sama sudah dikirim dan belum terjawab'

/**
 * Sends the orders of a list one after another, each as a separate order. An order is stored before it is sent, and keeps its reference however often
 * it is sent. The run stops after an error that would also affect the next order. A list whose sending has begun earlier is continued first.
 */
export function useManyOrders(onOrdered: () => void) {
  const queries = useQueryClient()
  const memberId = useUser()?.id ?? 0n
  const [lines, setLines] = useState<StoredLine[]>(readStoredLines)
  const [begun, setBegun] = useState(lines.length > 0)
  const [running, setRunning] = useState(false)
  const [halted, setHalted] = useState<{ why: 'pin' | 'other'; message: string } | null>(null)
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])

  function put(reffclient: string, next: StoredLine) {
    storeLine(reffclient, next)
    setLines((before) => before.map((line) => (line.order.reffclient === reffclient ? next : line)))
  }
  useResults(lines, put)
  useFoundAgain(memberId, lines, put)

  /** If an identical earlier order has no answer yet, the line uses that order, because it may have been accepted. */
  async function lineOf({ product, target }: ParsedLine): Promise<StoredLine[]> {
    if (!product) return []
    const order = createOrderDraft({ product, target })
    for (let sent = findUnansweredOrder(memberId, order); sent; sent = findUnansweredOrder(memberId, order)) {
      if (!(await wasOrderAccepted(sent).catch(() => false))) return [{ order: sent, state: { name: 'unanswered', message: waiting } }]
      removeSentOrder(memberId, sent.reffclient)
    }
    return [{ order, state: { name: 'ready' } }]
  }

  async function prepare(listed: ParsedLine[]) {
    setHalted(null)
    setLines((await Promise.all(listed.map(lineOf))).flat())
  }

  async function run(chosen: StoredLine[], pin: string) {
    if (running) return
    setRunning(true)
    setHalted(null)
    if (!begun) storeList(lines)
    setBegun(true)
    for (const line of chosen) if (stopped.current || (await stops(line, pin))) break
    setRunning(false)
    refreshLists(queries)
    onOrdered()
  }

  /** Sends one order. Returns true if the run must stop because the next order would fail too. */
  async function stops({ order }: StoredLine, pin: string): Promise<boolean> {
    // Another tab may have sent the same order since this order was created.
    const other = order.unanswered ? null : findUnansweredOrder(memberId, order, order.madeAt)
    if (other) {
      put(order.reffclient, { order: other, state: { name: 'unanswered', message: waiting } })
      return false
    }
    const sent = { ...order, sentAt: order.sentAt ?? Date.now() }
    storeSentOrder(memberId, sent)
    put(order.reffclient, { order: sent, state: { name: 'sending' } })
    try {
      const row = await placeOrder(toOrderBody(sent, pin))
      removeSentOrder(memberId, sent.reffclient)
      put(sent.reffclient, { order: sent, state: { name: 'taken', id: row.id, rc: row.transactionrc } })
      return false
    } catch (error) {
      return refused(error as Error, sent)
    }
  }

  function refused(error: Error, order: OrderDraft): boolean {
    const why = orderRefusalOf(error)
    const { message } = why
    const halt = { why: why.kind === 'pin' ? 'pin' : 'other', message } as const
    if (why.kind === 'unanswered' || (order.unanswered && !meansNeverAccepted(error))) {
      put(order.reffclient, { order: { ...order, unanswered: true }, state: { name: 'unanswered', message } })
      setHalted(halt)
      return true
    }
    removeSentOrder(memberId, order.reffclient)
    const again = { ...order, sentAt: null, unanswered: false }
    const isForAll = why.kind === 'pin' || why.kind === 'later' || (error instanceof ApiError && error.code === tooPoor)
    if (isForAll) {
      put(order.reffclient, { order: again, state: { name: 'ready' } })
      setHalted(halt)
      return true
    }
    put(order.reffclient, { order: again, state: { name: why.kind === 'double' ? 'double' : 'refused', message } })
    return false
  }

  const clear = useCallback(() => {
    removeStoredList()
    setBegun(false)
    setHalted(null)
    setLines([])
  }, [])

  return {
    lines,
    /** Whether any order of the list may have been sent. */
    begun,
    running,
    halted,
    prepare,
    run,
    /** Sends the order of a line again on purpose: the higher counter tells the server that the repeated order is intended. */
    onceMore: (line: StoredLine, pin: string) => run([{ ...line, order: { ...line.order, counter: line.order.counter + 1 } }], pin),
    clear,
  }
}

export type ManyOrders = ReturnType<typeof useManyOrders>

const refreshLists = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: purchasesKey })

type Put = (reffclient: string, next: StoredLine) => void

/** Updates the results of accepted orders: by events, and by polling because an event can be lost. */
function useResults(lines: StoredLine[], put: Put) {
  const pending = lines.filter(({ state }) => state.name === 'taken' && state.rc === 0)
  const oldest = Math.min(...lines.map(({ order }) => order.sentAt ?? order.madeAt))
  const asked = useQuery({ ...purchasesSinceQuery(oldest), enabled: pending.length > 0, refetchInterval: 5_000 }).data
  const follow = ({ id, transactionrc }: { id: bigint; transactionrc: 0 | 1 | 2 }) => {
    const line = pending.find(({ state }) => state.name === 'taken' && state.id === id)
    if (line && transactionrc !== 0) put(line.order.reffclient, { ...line, state: { name: 'taken', id, rc: transactionrc } })
  }
  useRealtime('trxupdate', follow)
  useEffect(() => {
    for (const row of asked ?? []) follow(row)
  })
}

/** For a list whose sending has begun earlier: finds unanswered orders that did arrive, so that they are not sent again. */
function useFoundAgain(memberId: bigint, lines: StoredLine[], put: Put) {
  const first = useRef(lines)
  const putRef = useRef(put)
  useEffect(() => {
    for (const { order, state } of first.current) if (state.name === 'unanswered') void find(order)
    async function find(order: OrderDraft) {
      if (order.sentAt === null) return
      const row = await findPurchaseOfOrder({ reffclient: order.reffclient, sentAt: order.sentAt }).catch(() => undefined)
      if (!row) return
      removeSentOrder(memberId, order.reffclient)
      putRef.current(order.reffclient, { order, state: { name: 'taken', id: row.id, rc: row.transactionrc } })
    }
  }, [memberId])
}
