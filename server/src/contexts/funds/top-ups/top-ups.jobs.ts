import { systemActor } from '#contexts/system/audit/audit.ts'
import { cronJob } from '#jobs/jobs.ts'
import { type EndDeps, endTicket } from './end-ticket.ts'

export const topUpJobs = (deps: EndDeps) => [
  cronJob({ name: 'expire-top-ups', cron: '*/5 * * * *', runOnStart: true, run: () => expireTopUps(deps) }),
]

const batchSize = 200

/** Ends expired tickets, each in a transaction of its own. Tickets that are locked because they are being paid are skipped. */
async function expireTopUps(deps: EndDeps): Promise<void> {
  for (let after = 0n; ; ) {
    const expired = await deps.db.read
      .selectFrom('top_up')
      .select('id')
      .where('state', 'in', [0, 1])
      .where('expires_at', '<', new Date())
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { id } of expired) await expire(deps, id)
    const last = expired.at(-1)
    if (last === undefined || expired.length < batchSize) return
    after = last.id
  }
}

async function expire(deps: EndDeps, id: bigint): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const free = await tx
      .selectFrom('top_up')
      .select('id')
      .where('id', '=', id)
      .where('state', 'in', [0, 1])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (free) await endTicket(deps, tx, { id, to: 4, by: systemActor, reason: 'Kedaluwarsa' })
  })
}
