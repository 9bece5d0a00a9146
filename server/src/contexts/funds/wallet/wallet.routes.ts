import { walletCalls } from '@lapak/contract/funds/wallet'
import type { Routes } from '#http/http.ts'
import { readHistories } from './histories.queries.ts'
import { readMutasi, type WalletDeps } from './mutasi.queries.ts'
import { downloadHistories, downloadMutasi } from './wallet.csv.ts'
import { readBalance } from './wallet.ts'

export function walletRoutes(routes: Routes, deps: WalletDeps) {
  routes.on(walletCalls.balance, async ({ caller }) => ({ ...(await readBalance(deps.db.read, caller.memberId)), at: new Date() }))
  routes.on(walletCalls.histories, ({ caller, query }) => readHistories(deps, caller.memberId, query))
  routes.on(walletCalls.downloadHistories, ({ caller, query }) => downloadHistories(deps, caller.memberId, query))
  routes.on(walletCalls.mutasi, ({ caller, query }) => readMutasi(deps, caller.memberId, query))
  routes.on(walletCalls.downloadMutasi, ({ caller, query }) => downloadMutasi(deps, caller.memberId, query))
}
