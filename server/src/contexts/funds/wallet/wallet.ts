import type { walletBalance } from '@lapak/contract/funds/wallet'
import type { z } from 'zod'
import type { Reader } from '#db/db.ts'
import { balanceOf } from '#ledger/balance.ts'

export { balancesOf as readBalances } from '#ledger/balance.ts'

export { readHistories } from './histories.queries.ts'
export { readMutasi, type WalletDeps } from './mutasi.queries.ts'

/** The balance, in the form of both the answer of the call and the realtime event. */
export const readBalance = async (read: Reader, memberId: bigint): Promise<z.output<typeof walletBalance>> => ({
  balance: await balanceOf(read, memberId),
})
