import { type Orderable, productType } from '@lapak/contract/purchases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { forgetReference, keepReference, newOrder, type Order, orderAsked } from '#features/purchases/buy-order.ts'
import { type Refusal, refusalOf } from '#features/purchases/buy-refusal.ts'
import { askBill, placeOrder, purchaseListsKey, purchasesKey } from '#features/purchases/purchases.api.ts'

export type Step =
  | { name: 'choose' }
  | { name: 'amount'; product: Orderable }
  | { name: 'bill'; product: Orderable }
  | { name: 'confirm'; order: Order }
  | { name: 'result'; order: Order; id: string }

/** The purchase from the number to the result: where it stands and what can happen next. */
export function useBuyFlow(onOrdered: () => void) {
  const queries = useQueryClient()
  const [target, setTarget] = useState('')
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const bill = useMutation({
    mutationFn: (product: Orderable) => askBill({ productcode: product.productcode, target }),
    onSuccess: (answer, product) => goTo({ name: 'confirm', order: newOrder({ product, target, bill: answer }) }),
    onError: (error) => setRefusal(refusalOf(error, 1)),
    meta: { shownInPlace: true },
  })

  const sending = useMutation({
    mutationFn: (order: Order) => placeOrder(orderAsked(order)),
    onSuccess: (row, order) => {
      forgetReference(order)
      goTo({ name: 'result', order, id: row.id.toString() })
      void queries.invalidateQueries({ queryKey: purchasesKey })
      onOrdered()
    },
    onError: (error, order) => {
      const why = refusalOf(error, order.counter)
      if (why.kind === 'unanswered') keepReference(order)
      else forgetReference(order)
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

  function choose(product: Orderable) {
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
    target,
    step,
    refusal,
    sending: sending.isPending,
    type,
    choose,
    chooseAmount: (product: Orderable, amount: bigint) => goTo({ name: 'confirm', order: newOrder({ product, target, amount }) }),
    askBillAgain: (product: Orderable) => choose(product),
    send,
    sendOnceMore: (order: Order, counter: number) => send({ ...order, counter }),
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
