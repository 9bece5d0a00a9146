import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'

export interface MessageBacklog {
  waiting: bigint
  oldest: Date | null
  failed: bigint
}

export interface LastDelivered {
  carrier: string
  sent: Date | null
  failed: Date | null
  /** The error of the newest failed message. */
  error: string | null
}

/** The last success and the last failure of each carrier within a day. */
export async function lastDelivered(read: Reader): Promise<LastDelivered[]> {
  const { rows } = await sql<LastDelivered>`
    select carrier, max(sent_at) as sent, max(created_at) filter (where error is not null) as failed,
      (array_agg(error order by created_at desc) filter (where error is not null))[1] as error
    from outbox where created_at > now() - interval '1 day' group by carrier`.execute(read)
  return rows
}

/** Messages of the last day; older ones are of no use any more. */
export async function messageBacklog(read: Reader): Promise<MessageBacklog> {
  const { rows } = await sql<MessageBacklog>`
    select count(*) filter (where state = 'waiting') as waiting, min(created_at) filter (where state = 'waiting') as oldest,
      count(*) filter (where state = 'failed') as failed
    from outbox where created_at > now() - interval '1 day'`.execute(read)
  return rows[0] ?? { waiting: 0n, oldest: null, failed: 0n }
}

/** E-mails of the last day with such a subject that no mail server has accepted yet, the newest first, at most 50. */
export async function waitingEmails(read: Reader, subjectPrefix: string): Promise<bigint[]> {
  const rows = await read
    .selectFrom('outbox')
    .select('id')
    .where('created_at', '>', new Date(Date.now() - 86_400_000))
    .where('state', '=', 'waiting')
    .where('carrier', '=', 'mail')
    .where('subject', 'like', `${subjectPrefix}%`)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute()
  return rows.map(({ id }) => id)
}
