import { changesPerCallback } from '@lapak/contract/catalogue/price-changes'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Callbacks } from '#contexts/partners/callbacks/callbacks.ts'
import type { Database, Tx } from '#db/db.ts'
import { payloadsOf } from '#db/notify.ts'
import type { Job } from '#jobs/jobs.ts'
import { priceChangesChannel } from './price-changes.events.ts'
import { readPriceChanges } from './price-changes.queries.ts'

const nothing = z.object({})

/** One job for all changes of the next seconds: later changes find the job in the queue and do not postpone it. */
export const publishPriceChangesJob: Job<typeof nothing> = {
  name: 'publish-price-changes',
  payload: nothing,
  maxAttempts: 12,
  batchSeconds: 2,
  isShort: true,
}

/** The maximum number of changes per transaction. */
const atOnce = changesPerCallback

export interface PublishDeps {
  db: Database
  callbacks: Pick<Callbacks, 'enqueuePriceChanges' | 'afterCommit'>
}

/**
 * Publishes all unpublished changes, oldest first. One transaction marks them as published and stores their callbacks for delivery, so each change is
 * published exactly once.
 */
export async function publishPriceChanges({ db, callbacks }: PublishDeps): Promise<void> {
  for (let published = atOnce; published === atOnce; ) {
    published = await db.transaction((tx) => publishBatch(tx, callbacks))
    callbacks.afterCommit()
  }
}

async function publishBatch(tx: Tx, callbacks: PublishDeps['callbacks']): Promise<number> {
  const changes = await tx
    .selectFrom('offer_change')
    .select('id')
    .where('notified_at', 'is', null)
    .orderBy('id')
    .limit(atOnce)
    .forUpdate()
    .execute()
  const ids = changes.map(({ id }) => id)
  if (ids.length === 0) return 0
  const { concerned, wanted } = await readPriceChanges(tx, ids)
  await callbacks.enqueuePriceChanges(tx, wanted)
  await publishToPages(tx, concerned)
  await tx.updateTable('offer_change').set({ notified_at: new Date() }).where('id', 'in', ids).execute()
  return ids.length
}

async function publishToPages(tx: Tx, buyers: bigint[]) {
  const payloads = payloadsOf(buyers.map(String))
  await sql`select pg_notify(${priceChangesChannel}, told) from unnest(${payloads}::text[]) told`.execute(tx)
}
