import type { PurchaseRow } from '@lapak/contract/purchases'
import type { RefusalCode } from '@lapak/contract/refusals'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '#features/access/use-user.ts'
import { newOrder, type Order, orderAsked } from '#features/purchases/buying/buy-order.ts'
import { refusalOf, tellsOfOrder } from '#features/purchases/buying/buy-refusal.ts'
import { forgetSent, keepSent, unansweredLike } from '#features/purchases/buying/buy-sent-orders.ts'
import type { ListedLine } from '#features/purchases/buying/many-lines.ts'
import { isPurchased, placeOrder, purchasesKey } from '#features/purchases/purchases.api.ts'
import { ApiError } from '#lib/api-error.ts'
import { useRealtime } from '#lib/realtime.ts'

/** How one of many stands. What is `ready` or `unanswered` is sent with the next run, the latter under its old reference. */
export type LineState =
  | { name: 'ready' }
  | { name: 'sending' }
  | { name: 'taken'; row: PurchaseRow }
  | { name: 'unanswered'; message: string }
  | { name: 'refused'; message: string }
  | { name: 'double'; message: string }

export interface Line {
  order: Order
  state: LineState
}

const tooPoor: RefusalCode = 'balance.too_low'

/**
 * Sends the orders of a list one after the other, each as an order of its own: remembered before it leaves, under one reference
 * however often it is sent. What would stop the next one as well stops the run.
 */
export function useManyOrders(onOrdered: () => void) {
  const queries = useQueryClient()
  const memberId = useUser()?.id ?? 0n
  const [lines, setLines] = useState<Line[]>([])
  const [running, setRunning] = useState(false)
  const [halted, setHalted] = useState<{ why: 'pin' | 'other'; message: string } | null>(null)
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])
  useRealtime('trxupdate', (row) =>
    setLines((before) =>
      before.map((line) =>
        line.state.name === 'taken' && line.state.row.id === row.id ? { ...line, state: { name: 'taken', row } } : line,
      ),
    ),
  )

  const put = (reffclient: string, next: Line) =>
    setLines((before) => before.map((line) => (line.order.reffclient === reffclient ? next : line)))

  /** What was sent before and not answered comes first: it may have been taken. */
  async function lineOf({ product, target }: ListedLine): Promise<Line[]> {
    if (!product) return []
    const order = newOrder({ product, target })
    for (let sent = unansweredLike(memberId, order); sent; sent = unansweredLike(memberId, order)) {
      if (!(await isPurchased(sent).catch(() => false))) return [{ order: sent, state: { name: 'unanswered', message: waiting } }]
      forgetSent(memberId, sent.reffclient)
    }
    return [{ order, state: { name: 'ready' } }]
  }

  async function prepare(listed: ListedLine[]) {
    setHalted(null)
    setLines((await Promise.all(listed.map(lineOf))).flat())
  }

  async function run(chosen: Line[], pin: string) {
    if (running) return
    setRunning(true)
    setHalted(null)
    for (const line of chosen) if (stopped.current || (await stops(line, pin))) break
    setRunning(false)
    void queries.invalidateQueries({ queryKey: purchasesKey })
    onOrdered()
  }

  /** Sends one; true when the next one would fare no better. */
  async function stops({ order }: Line, pin: string): Promise<boolean> {
    // Another tab may have sent the same since this one stands here.
    const other = order.unanswered ? null : unansweredLike(memberId, order, order.madeAt)
    if (other) {
      put(order.reffclient, { order: other, state: { name: 'unanswered', message: waiting } })
      return false
    }
    const sent = { ...order, sentAt: order.sentAt ?? Date.now() }
    put(order.reffclient, { order: sent, state: { name: 'sending' } })
    keepSent(memberId, sent)
    try {
      const row = await placeOrder(orderAsked(sent, pin))
      forgetSent(memberId, sent.reffclient)
      put(sent.reffclient, { order: sent, state: { name: 'taken', row } })
      return false
    } catch (error) {
      return refused(error as Error, sent)
    }
  }

  function refused(error: Error, order: Order): boolean {
    const why = refusalOf(error)
    const { message } = why
    if (why.kind === 'unanswered' || (order.unanswered && !tellsOfOrder(error))) {
      put(order.reffclient, { order: { ...order, unanswered: true }, state: { name: 'unanswered', message } })
      setHalted({ why: why.kind === 'pin' ? 'pin' : 'other', message })
      return true
    }
    forgetSent(memberId, order.reffclient)
    const again = { ...order, sentAt: null, unanswered: false }
    const isForAll = why.kind === 'pin' || why.kind === 'later' || (error instanceof ApiError && error.code === tooPoor)
    if (isForAll) {
      put(order.reffclient, { order: again, state: { name: 'ready' } })
      setHalted({ why: why.kind === 'pin' ? 'pin' : 'other', message })
      return true
    }
    put(order.reffclient, { order: again, state: { name: why.kind === 'double' ? 'double' : 'refused', message } })
    return false
  }

  return {
    lines,
    running,
    halted,
    prepare,
    run,
    /** The counter tells the server that the same is wanted once more. */
    onceMore: (line: Line, pin: string) => run([{ ...line, order: { ...line.order, counter: line.order.counter + 1 } }], pin),
    clear: () => setLines([]),
  }
}

const waiting = 'Pesanan yang sama sudah dikirim dan belum terjawab'
