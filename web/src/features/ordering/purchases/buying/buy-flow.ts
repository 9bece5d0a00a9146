import { productType } from '@lapak/contract/ordering/purchases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUser } from '#features/auth/access/use-user.ts'
import {
  createOrderDraft,
  type OrderDraft,
  type ProductToBuy,
  priceOf,
  toOrderBody,
  toWireId,
} from '#features/ordering/purchases/buying/buy-order.ts'
import { meansNeverAccepted, type OrderRefusal, orderRefusalOf } from '#features/ordering/purchases/buying/buy-refusal.ts'
import { findUnansweredOrder, removeSentOrder, storeSentOrder } from '#features/ordering/purchases/buying/buy-sent-orders.ts'
import {
  fetchCurrentPrice,
  placeOrder,
  purchaseListsKey,
  purchasesKey,
  requestBill,
  wasOrderAccepted,
} from '#features/ordering/purchases/purchases.api.ts'
import type { PurchaseDraft } from '#lib/use-open-purchase-dialog.ts'
import { showError } from '#ui/snackbar.ts'

export type BuyStep =
  | { name: 'choose' }
  | { name: 'amount'; product: ProductToBuy; amount: bigint | null }
  | { name: 'many'; text: string }
  | { name: 'bill'; product: ProductToBuy }
  | { name: 'confirm'; order: OrderDraft }
  | { name: 'result'; order: OrderDraft; id: string }

/** What the buyer would lose by closing the dialog while a list of orders is open; null if nothing. */
export type UnfinishedList = 'list' | 'unknown' | 'unsent' | null

type Asked = Pick<OrderDraft, 'product' | 'target'>

/** Stored when the order is sent: when the answer arrives, another member or no member may be signed in. */
interface Sending {
  order: OrderDraft
  memberId: bigint
  pin: string
}

/** The state of a purchase from the target to the result, and the functions that change it. */
export function useBuyFlow(
  onOrdered: () => void,
  { offer, begin: draft = {} }: { offer?: ProductToBuy | undefined; begin?: PurchaseDraft | undefined },
) {
  const queries = useQueryClient()
  const user = useUser()
  const memberId = user?.id ?? 0n
  const [target, setTarget] = useState(draft.target ?? '')
  const [wanted, setWanted] = useState(draft.productcode ?? null)
  const [isTyped, setTyped] = useState(false)
  const [step, setStep] = useState<BuyStep>(draft.many === undefined ? { name: 'choose' } : { name: 'many', text: draft.many })
  const [held, setHeld] = useState<UnfinishedList>(null)
  const [heldBack, setHeldBack] = useState<(() => void) | null>(null)
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null)
  const [pin, setPin] = useState('')
  const [pinAsked, setPinAsked] = useState(user?.pin === true)
  const isOpen = useIsMounted()
  /** Sets what closing a list of orders would lose, and where its back button leads. */
  const hold = useCallback((next: UnfinishedList, back: (() => void) | null = null) => {
    setHeld(next)
    setHeldBack(() => back)
  }, [])
  /** Shows the PIN field. Also called if the web app did not know that the member has set a PIN. */
  const askPin = useCallback(() => {
    setPinAsked(true)
    setPin('')
  }, [])

  const bill = useMutation({
    mutationFn: ({ product, target }: Asked) =>
      requestBill({ productcode: product.productcode, target, productmemberid: toWireId(product.productmemberid) }),
    onSuccess: (answer, asked) => toConfirm(createOrderDraft({ ...asked, bill: answer })),
    onError: (error) => setRefusal(orderRefusalOf(error)),
    meta: { shownInPlace: true },
  })

  const sending = useMutation({
    mutationFn: ({ order, pin }: Sending) => placeOrder(toOrderBody(order, pin)),
    onSuccess: (row, { order, memberId }) => {
      removeSentOrder(memberId, order.reffclient)
      setPin('')
      goTo({ name: 'result', order, id: row.id.toString() })
      void queries.invalidateQueries({ queryKey: purchasesKey })
      onOrdered()
    },
    onError: refused,
    meta: { shownInPlace: true },
  })

  async function refused(error: Error, { order, memberId }: Sending) {
    const why = orderRefusalOf(error)
    const unanswered = why.kind === 'unanswered' || (order.unanswered && !meansNeverAccepted(error))
    if (!unanswered) removeSentOrder(memberId, order.reffclient)
    if (!isOpen.current) return showError(afterLeaving(order, why, unanswered))
    if (why.kind === 'pin') askPin()
    setStep(unanswered ? { name: 'confirm', order: { ...order, unanswered } } : await stepAfter(why, order))
    setRefusal(why)
  }

  /** The next step after the server refused an order that was certainly not accepted. */
  async function stepAfter(why: OrderRefusal, order: OrderDraft): Promise<BuyStep> {
    // The step that contains the field, so that the error is shown at the field.
    if (why.kind === 'field') return why.field === 'amount' ? amountOf(order) : { name: 'choose' }
    const price = why.kind === 'price' ? await fetchCurrentPrice(order.product, order.target).catch(() => null) : null
    const product = { ...order.product, price: price ?? order.product.price }
    return {
      name: 'confirm',
      order: { ...order, product, price: order.bill ? order.price : priceOf(product, order.amount), sentAt: null, unanswered: false },
    }
  }

  function goTo(next: BuyStep) {
    setRefusal(null)
    setStep(next)
  }

  /** If an identical earlier order has no answer yet, that order is shown first, because it may have been accepted. */
  function toConfirm(order: OrderDraft) {
    const sent = findUnansweredOrder(memberId, order)
    if (sent) void askAbout(sent, order)
    else goTo({ name: 'confirm', order })
  }

  /** Checks whether the unanswered order became a purchase. If it did, the confirmation shows the current order as a new order. */
  async function askAbout(sent: OrderDraft & { sentAt: number }, order: OrderDraft) {
    goTo({ name: 'confirm', order: sent })
    if (!(await wasOrderAccepted(sent).catch(() => false))) return
    removeSentOrder(memberId, sent.reffclient)
    const next = findUnansweredOrder(memberId, order) ?? order
    setStep((now) => (now.name === 'confirm' && now.order === sent ? { name: 'confirm', order: next } : now))
  }

  /** `number` is the target if it was parsed from the input. */
  function choose(product: ProductToBuy, number = target) {
    setTarget(number)
    setWanted(null)
    if (product.producttype === productType.openDenomination) return goTo({ name: 'amount', product, amount: null })
    if (product.producttype === productType.prepaid) return toConfirm(createOrderDraft({ product, target: number }))
    goTo({ name: 'bill', product })
    bill.mutate({ product, target: number })
  }

  function fill(next: string, productcode: string | null, byHand: boolean) {
    setTarget(next)
    setWanted(productcode)
    setTyped(byHand)
    setRefusal(null)
  }

  function send(order: OrderDraft) {
    if (sending.isPending) return
    // Another tab may have sent the same order since this order was created.
    const other = order.unanswered ? null : findUnansweredOrder(memberId, order, order.madeAt)
    if (other) return void askAbout(other, order)
    const sent = { ...order, sentAt: order.sentAt ?? Date.now() }
    goTo({ name: 'confirm', order: sent })
    storeSentOrder(memberId, sent)
    sending.mutate({ order: sent, memberId, pin })
  }

  return {
    /** The product with which the buyer began, if the buyer did not begin with a target. */
    offer,
    target,
    step,
    refusal,
    sending: sending.isPending,
    /** The digits of the transaction PIN that were typed so far; null if no PIN is needed. */
    pin: pinAsked ? pin : null,
    typePin: (next: string) => {
      setPin(next)
      if (refusal?.kind === 'pin') setRefusal(null)
    },
    /** The code of a product that is selected automatically as soon as it can be ordered. */
    wanted,
    /** Whether closing the dialog would lose typed input. */
    isTyped: isTyped && target !== '',
    type: (next: string) => fill(next, null, true),
    /** Sets a target that was taken from a list. It does not count as typed input, because the buyer can take it again with one tap. */
    take: (next: string, productcode: string | null = null) => fill(next, productcode, false),
    choose,
    chooseAmount: (product: ProductToBuy, amount: bigint) => toConfirm(createOrderDraft({ product, target, amount })),
    send,
    toMany: (text: string) => goTo({ name: 'many', text }),
    /** What the buyer would lose by closing the dialog while a list of orders is open. */
    held,
    heldBack,
    hold,
    askPin,
    onOrdered,
    /** Sends the order again on purpose: the higher counter tells the server that the repeated order is intended. */
    sendOnceMore: (order: OrderDraft) => send({ ...order, counter: order.counter + 1 }),
    /** Begins a second order on purpose, although an identical order is unanswered; the new order is confirmed like any other order. */
    orderAnew: (order: OrderDraft) => goTo({ name: 'confirm', order: createOrderDraft({ ...order, counter: order.counter + 1 }) }),
    tryAgain: () => setRefusal(null),
    /** All lists are refetched, because a purchase that has been completed may now match the filters of a list. */
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

/** The message about the outcome of the order if the dialog was closed before the answer arrived. */
const afterLeaving = ({ product, target }: OrderDraft, why: OrderRefusal, unanswered: boolean): string =>
  unanswered
    ? `Belum ada kepastian: ${product.productname} untuk ${target} mungkin sudah diterima; hasilnya ada di daftar transaksi.`
    : `${product.productname} untuk ${target} tidak dipesan. ${why.message}`

const amountOf = ({ product, amount }: OrderDraft): BuyStep => ({ name: 'amount', product, amount })

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
