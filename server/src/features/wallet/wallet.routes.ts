import { walletCalls } from '@lapak/contract/wallet'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { readBalance } from './wallet.ts'

export function walletRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(walletCalls.balance, async ({ caller }) => ({ ...(await readBalance(db.read, caller.memberId)), at: new Date() }))
}
