import { productType } from '@lapak/contract/purchases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#features/access/use-user.ts'
import {
  forgetReference,
  keepReference,
  newOrder,
  type Order,
  orderAsked,
  type Wanted,
  wireId,
} from '#features/purchases/buying/buy-order.ts'
import { type Refusal, refusalOf } from '#features/purchases/buying/buy-refusal.ts'
import { askBill, placeOrder, purchaseListsKey, purchasesKey } from '#features/purchases/purchases.api.ts'

export type Step =
  | { name: 'choose' }
  | { name: 'amount'; product: Wanted }
  | { name: 'bill'; product: Wanted }
  | { name: 'confirm'; order: Order }
  | { name: 'result'; order: Order; id: string }

/** The purchase from the number to the result: where it stands and what can happen next. */
export function useBuyFlow(onOrdered: () => void, offer?: Wanted) {
  const queries = useQueryClient()
  const user = useUser()
  const [target, setTarget] = useState('')
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [pin, setPin] = useState('')
  const [pinAsked, setPinAsked] = useState(user?.pin === true)

  const bill = useMutation({
    mutationFn: (product: Wanted) =>
      askBill({ productcode: product.productcode, target, productmemberid: wireId(product.productmemberid) }),
    onSuccess: (answer, product) => goTo({ name: 'confirm', order: newOrder({ product, target, bill: answer }) }),
    onError: (error) => setRefusal(refusalOf(error)),
    meta: { shownInPlace: true },
  })

  const sending = useMutation({
    mutationFn: (order: Order) => placeOrder(orderAsked(order, pin)),
    onSuccess: (row, order) => {
      forgetReference(order)
      setPin('')
      goTo({ name: 'result', order, id: row.id.toString() })
      void queries.invalidateQueries({ queryKey: purchasesKey })
      onOrdered()
    },
    onError: (error, order) => {
      const why = refusalOf(error)
      if (why.kind === 'unanswered') keepReference(order)
      else forgetReference(order)
      if (why.kind === 'pin') askPin()
      // The field is on an earlier step: go there, so that the words stand beside it.
      if (why.kind === 'field') setStep(why.field === 'amount' ? { name: 'amount', product: order.product } : { name: 'choose' })
      setRefusal(why)
    },
    meta: { shownInPlace: true },
  })

  function goTo(next: Step) {
    setRefusal(null)
    setStep(next)
  }

  /** Also when the page did not know that there is one. */
  function askPin() {
    setPinAsked(true)
    setPin('')
  }

  function choose(product: Wanted) {
    if (product.producttype === productType.openDenomination) return goTo({ name: 'amount', product })
    if (product.producttype === productType.prepaid) return goTo({ name: 'confirm', order: newOrder({ product, target }) })
    goTo({ name: 'bill', product })
    bill.mutate(product)
  }

  function type(next: string) {
    setTarget(next)
    setRefusal(null)
  }

  function send(order: Order) {
    if (sending.isPending) return
    setRefusal(null)
    setStep({ name: 'confirm', order })
    sending.mutate(order)
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
      setRefusal(null)
    },
    type,
    choose,
    chooseAmount: (product: Wanted, amount: bigint) => goTo({ name: 'confirm', order: newOrder({ product, target, amount }) }),
    askBillAgain: (product: Wanted) => choose(product),
    send,
    /** The counter tells the server that the same is wanted once more. */
    sendOnceMore: (order: Order) => send({ ...order, counter: order.counter + 1 }),
    /** Under a filter the finished purchase may have a place in the list only now. */
    refreshLists: () => void queries.invalidateQueries({ queryKey: purchaseListsKey }),
    back: () => goTo({ name: 'choose' }),
    startAnew: () => {
      setTarget('')
      goTo({ name: 'choose' })
    },
  }
}

export type BuyFlow = ReturnType<typeof useBuyFlow>
