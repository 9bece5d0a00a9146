import { productType } from '@lapak/contract/ordering/purchases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import { newOrder, type Order, orderAsked, priceOf, type Wanted, wireId } from '#features/ordering/purchases/buying/buy-order.ts'
import { meansNotTaken, type Refusal, refusalOf } from '#features/ordering/purchases/buying/buy-refusal.ts'
import { forgetSent, keepSent, unansweredLike } from '#features/ordering/purchases/buying/buy-sent-orders.ts'
import { askBill, isPurchased, placeOrder, purchaseListsKey, purchasesKey, readPrice } from '#features/ordering/purchases/purchases.api.ts'
import type { Beginning } from '#lib/use-buy.ts'
import { sayError } from '#ui/snackbar.ts'

export type Step =
  | { name: 'choose' }
  | { name: 'amount'; product: Wanted; amount: bigint | null }
  | { name: 'many'; text: string }
  | { name: 'bill'; product: Wanted }
  | { name: 'confirm'; order: Order }
  | { name: 'result'; order: Order; id: string }

/** What closing a list of orders would lose. */
export type Held = 'list' | 'unknown' | 'unsent' | null

type Asked = Pick<Order, 'product' | 'target'>

/** Captured when the order is sent: when its answer arrives, another member or no member may be signed in. */
interface Sending {
  order: Order
  memberId: bigint
  pin: string
}

/** The state of a purchase from target to result, and its possible transitions. */
export function useBuyFlow(onOrdered: () => void, { offer, begin = {} }: { offer?: Wanted | undefined; begin?: Beginning | undefined }) {
  const queries = useQueryClient()
  const user = useUser()
  const memberId = user?.id ?? 0n
  const [target, setTarget] = useState(begin.target ?? '')
  const [wanted, setWanted] = useState(begin.productcode ?? null)
  const [isTyped, setTyped] = useState(false)
  const [step, setStep] = useState<Step>(begin.many === undefined ? { name: 'choose' } : { name: 'many', text: begin.many })
  const [held, setHeld] = useState<Held>(null)
  const [heldBack, setHeldBack] = useState<(() => void) | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [pin, setPin] = useState('')
  const [pinAsked, setPinAsked] = useState(user?.pin === true)
  const isOpen = useIsMounted()
  /** What closing a list would lose, and where its back button leads. */
  const hold = useCallback((next: Held, back: (() => void) | null = null) => {
    setHeld(next)
    setHeldBack(() => back)
  }, [])
  /** Also called when the page did not know that a PIN is set. */
  const askPin = useCallback(() => {
    setPinAsked(true)
    setPin('')
  }, [])

  const bill = useMutation({
    mutationFn: ({ product, target }: Asked) =>
      askBill({ productcode: product.productcode, target, productmemberid: wireId(product.productmemberid) }),
    onSuccess: (answer, asked) => toConfirm(newOrder({ ...asked, bill: answer })),
    onError: (error) => setRefusal(refusalOf(error)),
    meta: { shownInPlace: true },
  })

  const sending = useMutation({
    mutationFn: ({ order, pin }: Sending) => placeOrder(orderAsked(order, pin)),
    onSuccess: (row, { order, memberId }) => {
      forgetSent(memberId, order.reffclient)
      setPin('')
      goTo({ name: 'result', order, id: row.id.toString() })
      void queries.invalidateQueries({ queryKey: purchasesKey })
      onOrdered()
    },
    onError: refused,
    meta: { shownInPlace: true },
  })

  async function refused(error: Error, { order, memberId }: Sending) {
    const why = refusalOf(error)
    const unanswered = why.kind === 'unanswered' || (order.unanswered && !meansNotTaken(error))
    if (!unanswered) forgetSent(memberId, order.reffclient)
    if (!isOpen.current) return sayError(afterLeaving(order, why, unanswered))
    if (why.kind === 'pin') askPin()
    setStep(unanswered ? { name: 'confirm', order: { ...order, unanswered } } : await stepAfter(why, order))
    setRefusal(why)
  }

  /** The next step for an order that was certainly not accepted. */
  async function stepAfter(why: Refusal, order: Order): Promise<Step> {
    // Go to the step that has the field, so that the error is shown at it.
    if (why.kind === 'field') return why.field === 'amount' ? amountOf(order) : { name: 'choose' }
    const price = why.kind === 'price' ? await readPrice(order.product, order.target).catch(() => null) : null
    const product = { ...order.product, price: price ?? order.product.price }
    return {
      name: 'confirm',
      order: { ...order, product, price: order.bill ? order.price : priceOf(product, order.amount), sentAt: null, unanswered: false },
    }
  }

  function goTo(next: Step) {
    setRefusal(null)
    setStep(next)
  }

  /** An earlier identical order without an answer comes first: it may have been accepted. */
  function toConfirm(order: Order) {
    const sent = unansweredLike(memberId, order)
    if (sent) void askAbout(sent, order)
    else goTo({ name: 'confirm', order })
  }

  /** Checks whether the unanswered order became a purchase; if so, the current order counts as a new one. */
  async function askAbout(sent: Order & { sentAt: number }, order: Order) {
    goTo({ name: 'confirm', order: sent })
    if (!(await isPurchased(sent).catch(() => false))) return
    forgetSent(memberId, sent.reffclient)
    const next = unansweredLike(memberId, order) ?? order
    setStep((now) => (now.name === 'confirm' && now.order === sent ? { name: 'confirm', order: next } : now))
  }

  /** For the target parsed from the input. */
  function choose(product: Wanted, number = target) {
    setTarget(number)
    setWanted(null)
    if (product.producttype === productType.openDenomination) return goTo({ name: 'amount', product, amount: null })
    if (product.producttype === productType.prepaid) return toConfirm(newOrder({ product, target: number }))
    goTo({ name: 'bill', product })
    bill.mutate({ product, target: number })
  }

  function fill(next: string, productcode: string | null, byHand: boolean) {
    setTarget(next)
    setWanted(productcode)
    setTyped(byHand)
    setRefusal(null)
  }

  function send(order: Order) {
    if (sending.isPending) return
    // Another tab may have sent the same order since this one was created.
    const other = order.unanswered ? null : unansweredLike(memberId, order, order.madeAt)
    if (other) return void askAbout(other, order)
    const sent = { ...order, sentAt: order.sentAt ?? Date.now() }
    goTo({ name: 'confirm', order: sent })
    keepSent(memberId, sent)
    sending.mutate({ order: sent, memberId, pin })
  }

  return {
    /** The product with which the purchase began, if it did not begin with a target. */
    offer,
    target,
    step,
    refusal,
    sending: sending.isPending,
    /** The typed part of the transaction PIN; null if none is needed. */
    pin: pinAsked ? pin : null,
    typePin: (next: string) => {
      setPin(next)
      if (refusal?.kind === 'pin') setRefusal(null)
    },
    /** The product that is selected automatically as soon as it can be ordered. */
    wanted,
    /** Whether closing would lose typed input. */
    isTyped: isTyped && target !== '',
    type: (next: string) => fill(next, null, true),
    /** A target taken from a list, which is one tap away the next time too. */
    take: (next: string, productcode: string | null = null) => fill(next, productcode, false),
    choose,
    chooseAmount: (product: Wanted, amount: bigint) => toConfirm(newOrder({ product, target, amount })),
    send,
    toMany: (text: string) => goTo({ name: 'many', text }),
    /** What closing a list of orders would lose. */
    held,
    heldBack,
    hold,
    askPin,
    onOrdered,
    /** The counter tells the server that a repeated order is intended. */
    sendOnceMore: (order: Order) => send({ ...order, counter: order.counter + 1 }),
    /** A deliberate second order besides the unanswered one; it is confirmed like any other. */
    orderAnew: (order: Order) => goTo({ name: 'confirm', order: newOrder({ ...order, counter: order.counter + 1 }) }),
    tryAgain: () => setRefusal(null),
    /** With filters, the completed purchase may only now belong in the list. */
    refreshLists: () => void queries.invalidateQueries({ queryKey: purchaseListsKey }),
    back: () => {
      hold(null)
      goTo(step.name === 'confirm' && step.order.amount !== null ? amountOf(step.order) : { name: 'choose' })
    },
    startAnew: () => {
      fill('', null, false)
      hold(null)
      goTo({ name: 'choose' })
    },
  }
}

/** The message if the dialog was closed before the answer. */
const afterLeaving = ({ product, target }: Order, why: Refusal, unanswered: boolean): string =>
  unanswered
    ? `Belum ada kepastian: ${product.productname} untuk ${target} mungkin sudah diterima; hasilnya ada di daftar transaksi.`
    : `${product.productname} untuk ${target} tidak dipesan. ${why.message}`

const amountOf = ({ product, amount }: Order): Step => ({ name: 'amount', product, amount })

function useIsMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

export type BuyFlow = ReturnType<typeof useBuyFlow>
