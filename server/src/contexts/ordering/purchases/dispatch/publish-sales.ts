import type { Database, Statement } from '#db/db.ts'
import { payloadsOf } from '#db/notify.ts'
import type { Log } from '#shared/log.ts'
import { saleSent } from '../changes.ts'
import { isFirstOrder } from './call.ts'
import type { Claimed } from './claims.ts'

/** A seller's page may hear of an order so much later; five statements a second are the most that it costs, however many orders leave. */
const batchMs = 200

const notify: Statement = { name: 'sales.tell', text: `select pg_notify('sales', told) from unnest($1::text[]) told` }

/**
 * Tells sellers' pages, in every process, of orders that are with their servers now. By the worker and apart from the claim: placing
 * knows nothing of it, no call waits for it, and a commit that notifies while it writes would keep all others waiting for the disk.
 * What a dying process did not tell is seen when the page reads its list again.
 */
export function createSalePublisher({ db, log }: { db: Database; log: Log }) {
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined

  async function publish() {
    clearTimeout(timer)
    timer = undefined
    const payloads = payloadsOf(waiting)
    waiting = []
    if (payloads.length === 0) return
    await db.fast.run(notify, [payloads]).catch((error) => log.warn({ err: error }, 'telling sellers about their orders failed'))
  }

  return {
    /** Of the next sellers' orders the settler tells, when it opens them. */
    sent(claimed: readonly Claimed[]) {
      for (const attempt of claimed)
        if (attempt.number === 1 && isFirstOrder(attempt)) waiting.push(saleSent({ id: attempt.purchase_id, sellerId: attempt.seller_id }))
      if (waiting.length > 0) timer ??= setTimeout(() => void publish(), batchMs)
    },
    stop: publish,
  }
}
