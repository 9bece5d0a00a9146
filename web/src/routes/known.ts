import type { walletCalls } from '@lapak/contract/funds/wallet'
import type { purchaseCalls } from '@lapak/contract/ordering/purchases'
import type { DataOf } from '@lapak/contract/shared/call'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { purchaseListsKey, purchaseSumsKey } from '#features/ordering/purchases/purchases.api.ts'
import { keepKnown, readKnown } from '#lib/known.ts'
import { queryClient } from '#lib/queries.ts'

const kept = [balanceQuery.queryKey, purchaseListsKey, purchaseSumsKey]

export const keepWhatIsKnown = () => keepKnown(queryClient, kept)

/** The stored answers of this browser, read without a request. */
export function lastKnown() {
  const newest = <Data>([feature, part]: readonly string[]) =>
    readKnown().find(({ key }) => key[0] === feature && key[1] === part) as { at: number; data: Data } | undefined
  return {
    balance: newest<DataOf<typeof walletCalls.balance>>(balanceQuery.queryKey),
    purchases: newest<DataOf<typeof purchaseCalls.list>>(purchaseListsKey),
  }
}
