import type { CatalogueSnapshot } from '#contexts/market-data/snapshot/snapshot.ts'
import type { Purchases } from '#contexts/ordering/purchases/purchases.ts'
import { deliverResult, type WaitingResult, waitingResults } from '#contexts/partners/jabber/jabber.ts'
import type { Database } from '#db/db.ts'
import { type PollingLoop, startLoop } from '#jobs/polling-loop.ts'
import type { Log } from '#shared/log.ts'
import { orderText } from './messages.ts'

interface ResultDeps {
  db: Database
  market: CatalogueSnapshot
  purchases: Purchases
  log: Log
}

/** Makes messages of purchases that became final or were corrected. It leaves by the account that was spoken to last. */
export const startResults = (deps: ResultDeps, accounts: readonly string[]): PollingLoop =>
  startLoop({
    name: 'results by Jabber',
    everyMs: 2_000,
    log: deps.log,
    async tick() {
      const results = await waitingResults(deps.db)
      for (const result of results) await say(deps, result, accounts)
      return results.length > 0
    },
  })

async function say({ db, market, purchases }: ResultDeps, result: WaitingResult, accounts: readonly string[]): Promise<void> {
  const served = market.traders.get(result.memberId)?.active ? result.hearers : []
  const known = served.length === 0 ? null : await purchases.find(result.memberId, result.reffclient)
  const [first = ''] = accounts
  const to = served.map(({ jid, account }) => ({ jid, account: account !== null && accounts.includes(account) ? account : first }))
  const message = known && known.view.transactionrc !== 0 ? { purchase: known.view, body: orderText(known), to } : null
  await db.transaction((tx) => deliverResult(tx, result, message))
}
