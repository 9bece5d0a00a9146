import type { Database, Statement } from '#db/db.ts'
import { payloadsOf } from '#db/notify.ts'
import type { Log } from '#shared/log.ts'
import { saleSent } from '../changes.ts'
import { type Claimed, isFirstOrder } from './claims.ts'

/** The maximum delay in milliseconds of events to sellers' pages. Limits the number of statements to five a second, however many orders there are. */
const batchMs = 200

const notifySales: Statement = { name: 'sales.publish', text: `select pg_notify('sales', payload) from unnest($1::text[]) payload` }

/**
 * Publishes to sellers' pages in all processes which orders were sent to their servers. Runs in the worker, separately from the claim: placing and
 * calling do not wait for it, and a NOTIFY in the transaction of the claim would make all other commits wait for the disk. After a crash the events
 * are lost, and the page shows the orders when it reloads its list.
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
    await db.fast.run(notifySales, [payloads]).catch((error) => log.warn({ err: error }, 'publishing sales to sellers failed'))
  }

  return {
    /** Publishes first attempts only. Later attempts are published by the settler when it opens them. */
    publishSent(claimed: readonly Claimed[]) {
      for (const attempt of claimed)
        if (attempt.number === 1 && isFirstOrder(attempt)) waiting.push(saleSent({ id: attempt.purchase_id, sellerId: attempt.seller_id }))
      if (waiting.length > 0) timer ??= setTimeout(() => void publish(), batchMs)
    },
    stop: publish,
  }
}
