import { sql } from 'kysely'
import type { Database } from '#db/db.ts'

/** Something to be said, by the number that is its id on the wire. */
export interface Outgoing {
  id: bigint
  jid: string
  body: string
}

/** So many are given to a connection at once. */
export const messagesAtOnce = 50

/** The next ones of this account, marked as given to its connection. Only who holds the account takes them. */
export async function claimMessages(db: Database, account: string): Promise<Outgoing[]> {
  const rows = await db.transaction((tx) =>
    tx
      .updateTable('jabber_message')
      .set({ sent_at: sql`now()` })
      .where('id', 'in', (select) =>
        select
          .selectFrom('jabber_message')
          .select('id')
          .where('account', '=', account)
          .where('acked_at', 'is', null)
          .where('failed', 'is', null)
          .where('sent_at', 'is', null)
          .orderBy('id')
          .limit(messagesAtOnce),
      )
      .returning(['id', 'jid', 'body'])
      .execute(),
  )
  return rows.toSorted((one, other) => Number(one.id - other.id))
}

/** The server has them. Ids of others, or of none, are passed over. */
export async function messagesTaken(db: Database, account: string, ids: readonly string[]): Promise<void> {
  const own = ids.filter((id) => /^\d{1,18}$/.test(id)).map(BigInt)
  if (own.length === 0) return
  await db.transaction((tx) =>
    tx
      .updateTable('jabber_message')
      .set({ acked_at: sql`now()` })
      .where('id', 'in', own)
      .where('account', '=', account)
      .where('acked_at', 'is', null)
      .execute(),
  )
}

/** Nobody could be told there; the server says so after it had taken it. What somebody else says about it is not listened to. */
export async function messageFailed(db: Database, account: string, jid: string, id: string, why: string): Promise<void> {
  if (!/^\d{1,18}$/.test(id)) return
  await db.transaction((tx) =>
    tx
      .updateTable('jabber_message')
      .set({ failed: why.slice(0, 100) })
      .where('id', '=', BigInt(id))
      .where('account', '=', account)
      .where('jid', '=', jid)
      .execute(),
  )
}

/** When the oldest of those was given away that the server never said it has; null when there is none. */
export async function untakenSince(db: Database, account: string): Promise<Date | null> {
  const row = await db.read
    .selectFrom('jabber_message')
    .select((select) => select.fn.min('sent_at').as('since'))
    .where('account', '=', account)
    .where('acked_at', 'is', null)
    .where('failed', 'is', null)
    .executeTakeFirst()
  return row?.since ?? null
}

/** What the server does not have is given to the next connection. */
export const sendAgain = (db: Database, account: string) =>
  db.transaction((tx) =>
    tx
      .updateTable('jabber_message')
      .set({ sent_at: null })
      .where('account', '=', account)
      .where('acked_at', 'is', null)
      .where('failed', 'is', null)
      .where('sent_at', 'is not', null)
      .execute(),
  )
