import { type RawBuilder, sql } from 'kysely'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Database } from '#db/db.ts'
import { defaultBatchSize, runInBatches } from '#jobs/batches.ts'
import { cronJob } from '#jobs/jobs.ts'

export const xmppJobs = ({ db, settings }: { db: Database; settings: Settings }) => [
  cronJob({ name: 'purge-jabber', cron: '41 3 * * *', run: () => purgeXmpp(db, settings.get('jabber.keptDays')) }),
]

/** Deletes old messages, both received and sent, and expired bills. Received messages without an answer are kept. */
export async function purgeXmpp(db: Database, keptDays: number): Promise<void> {
  const old = sql`now() - ${keptDays} * interval '1 day'`
  const oldest = (found: RawBuilder<unknown>) => sql`any(array(${found} limit ${defaultBatchSize} for update skip locked))`
  const received = sql`select id from jabber_received where received_at < ${old} and answered_at is not null order by received_at`
  const messages = sql`select id from jabber_message where created_at < ${old} order by created_at`
  const bills = sql`select ctid from jabber_bill where expires_at < now() order by expires_at`
  await runInBatches(db, (tx) => sql`delete from jabber_received where id = ${oldest(received)}`.execute(tx))
  await runInBatches(db, (tx) => sql`delete from jabber_message where id = ${oldest(messages)}`.execute(tx))
  await runInBatches(db, (tx) => sql`delete from jabber_bill where ctid = ${oldest(bills)}`.execute(tx))
}
