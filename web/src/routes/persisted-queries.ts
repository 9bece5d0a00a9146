import type { walletCalls } from '@lapak/contract/funds/wallet'
import type { purchaseCalls } from '@lapak/contract/ordering/purchases'
import type { DataOf } from '@lapak/contract/shared/call'
import { balanceQuery } from '#features/funds/wallet/wallet.api.ts'
import { purchaseListsKey, purchaseSumsKey } from '#features/ordering/purchases/purchases.api.ts'
import { persistQueries, readPersistedQueries } from '#lib/persisted-queries.ts'
import { queryClient } from '#lib/queries.ts'

const persistedKeys = [balanceQuery.queryKey, purchaseListsKey, purchaseSumsKey]

export const startPersisting = () => persistQueries(queryClient, persistedKeys)

/** The stored answers of this browser, read without a request. */
export function readLastKnown() {
  const newest = <Data>([feature, part]: readonly string[]) =>
    readPersistedQueries().find(({ key }) => key[0] === feature && key[1] === part) as { at: number; data: Data } | undefined
  return {
    balance: newest<DataOf<typeof walletCalls.balance>>(balanceQuery.queryKey),
    purchases: newest<DataOf<typeof purchaseCalls.list>>(purchaseListsKey),
  }
}
