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

/** What of a list would be lost sight of. */
export type Held = 'list' | 'unknown' | 'unsent' | null

type Asked = Pick<Order, 'product' | 'target'>

/** What goes with an order when it leaves: by its answer another member, or nobody, may be signed in. */
interface Sending {
  order: Order
  memberId: bigint
  pin: string
}

/** The purchase from the number to the result: where it stands and what can happen next. */
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
  /** What a list would lose, and where back leads within it. */
  const hold = useCallback((next: Held, back: (() => void) | null = null) => {
    setHeld(next)
    setHeldBack(() => back)
  }, [])
  /** Also when the page did not know that there is one. */
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

  /** Where an order goes on that was certainly not taken. */
  async function stepAfter(why: Refusal, order: Order): Promise<Step> {
    // The field is on an earlier step: go there, so that the words stand beside it.
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

  /** What was sent before and not answered comes first: it may have been taken. */
  function toConfirm(order: Order) {
    const sent = unansweredLike(memberId, order)
    if (sent) void askAbout(sent, order)
    else goTo({ name: 'confirm', order })
  }

  /** Asked until the purchase is seen: then its fate is known, and the order in hand is a new one. */
  async function askAbout(sent: Order & { sentAt: number }, order: Order) {
    goTo({ name: 'confirm', order: sent })
    if (!(await isPurchased(sent).catch(() => false))) return
    forgetSent(memberId, sent.reffclient)
    const next = unansweredLike(memberId, order) ?? order
    setStep((now) => (now.name === 'confirm' && now.order === sent ? { name: 'confirm', order: next } : now))
  }

  /** For the number that was read from what is typed. */
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
    // Another tab may have sent the same since this one stands here.
    const other = order.unanswered ? null : unansweredLike(memberId, order, order.madeAt)
    if (other) return void askAbout(other, order)
    const sent = { ...order, sentAt: order.sentAt ?? Date.now() }
    goTo({ name: 'confirm', order: sent })
    keepSent(memberId, sent)
    sending.mutate({ order: sent, memberId, pin })
  }

  return {
    /** What the purchase began with, when not with a number. */
    offer,
    target,
    step,
    refusal,
    sending: sending.isPending,
    /** The transaction PIN as far as it is typed; null when none is needed. */
    pin: pinAsked ? pin : null,
    typePin: (next: string) => {
      setPin(next)
      if (refusal?.kind === 'pin') setRefusal(null)
    },
    /** The product that is chosen by itself when it can be ordered. */
    wanted,
    /** Whether somebody would have to type it again. */
    isTyped: isTyped && target !== '',
    type: (next: string) => fill(next, null, true),
    /** A number that is one tap away the next time, too. */
    take: (next: string, productcode: string | null = null) => fill(next, productcode, false),
    choose,
    chooseAmount: (product: Wanted, amount: bigint) => toConfirm(newOrder({ product, target, amount })),
    send,
    toMany: (text: string) => goTo({ name: 'many', text }),
    /** What a list of orders would lose now. */
    held,
    heldBack,
    hold,
    askPin,
    onOrdered,
    /** The counter tells the server that the same is wanted once more. */
    sendOnceMore: (order: Order) => send({ ...order, counter: order.counter + 1 }),
    /** Beside the one without an answer, and on purpose: the confirmation asks for it like for any other. */
    orderAnew: (order: Order) => goTo({ name: 'confirm', order: newOrder({ ...order, counter: order.counter + 1 }) }),
    tryAgain: () => setRefusal(null),
    /** Under a filter the finished purchase may have a place in the list only now. */
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

/** For who closed the dialog before the answer. */
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
