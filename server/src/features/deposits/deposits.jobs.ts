import { periodically } from '#core/jobs.ts'
import { nobody } from '../audit/audit.ts'
import { type EndDeps, endTicket } from './end-ticket.ts'

export const depositJobs = (deps: EndDeps) => [
  periodically({ name: 'expire-deposits', at: '*/5 * * * *', atStart: true, work: () => expireDeposits(deps) }),
]

const portion = 200

/** One by one, each in a transaction of its own, and none that is being paid at this moment. */
async function expireDeposits(deps: EndDeps): Promise<void> {
  for (;;) {
    const expired = await deps.db.read
      .selectFrom('deposit')
      .select('id')
      .where('state', 'in', [0, 1])
      .where('expires_at', '<', new Date())
      .orderBy('expires_at')
      .limit(portion)
      .execute()
    for (const { id } of expired) await expire(deps, id)
    if (expired.length < portion) return
  }
}

async function expire(deps: EndDeps, id: bigint): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const free = await tx
      .selectFrom('deposit')
      .select('id')
      .where('id', '=', id)
      .where('state', 'in', [0, 1])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (free) await endTicket(deps, tx, { id, to: 4, by: nobody, reason: 'Kedaluwarsa' })
  })
}
