import { walletCalls } from '@lapak/contract/wallet'
import type { Database } from '#core/db.ts'
import type { Routes } from '#core/http.ts'
import { balanceOf } from '#ledger/balance.ts'

export function walletRoutes(routes: Routes, { db }: { db: Database }) {
  routes.on(walletCalls.balance, async ({ caller }) => ({ balance: await balanceOf(db.read, caller.memberId), at: new Date() }))
}
