import { sql } from 'kysely'
import type { Reader } from '#core/db.ts'

export interface MessageBacklog {
  waiting: bigint
  oldest: Date | null
  failed: bigint
}

/** Messages of the last day: older ones are no use to anybody any more. */
export async function messageBacklog(read: Reader): Promise<MessageBacklog> {
  const { rows } = await sql<MessageBacklog>`
    select count(*) filter (where state = 'waiting') as waiting, min(created_at) filter (where state = 'waiting') as oldest,
      count(*) filter (where state = 'failed') as failed
    from outbox where created_at > now() - interval '1 day'`.execute(read)
  return rows[0] ?? { waiting: 0n, oldest: null, failed: 0n }
}
