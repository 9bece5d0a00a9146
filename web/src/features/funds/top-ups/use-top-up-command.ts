import { useState } from 'react'
import { topUpAmountError } from '#features/funds/top-ups/top-up-amount.ts'
import { type ShownMethod, usePaymentMethods } from '#features/funds/top-ups/top-ups.api.ts'

export interface TopUpCommand {
  amount: bigint | null
  /** The id of the payment method. */
  methode: string | undefined
}

/**
 * The state of a top-up form: amount, method, and their errors. It starts with the values in `known`; without a method, the first method is selected.
 */
export function useTopUpCommand(known: TopUpCommand) {
  const methods = usePaymentMethods()
  const [amount, setAmount] = useState<bigint | null | undefined>(known.amount)
  const [picked, setPicked] = useState<string>()
  const list = methods.data ?? []
  const method: ShownMethod | undefined =
    list.find(({ name }) => name === picked) ?? list.find(({ offered }) => offered?.id.toString() === known.methode) ?? list[0]
  const offered = method?.offered ?? null
  return { methods, list, method, offered, pick: setPicked, amount, setAmount, wrong: offered && topUpAmountError(amount, offered) }
}
