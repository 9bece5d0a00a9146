import { sql } from 'kysely'
import type { Database } from '#db/db.ts'

/** A message to send; `id` is also the id of its XMPP stanza. */
export interface Outgoing {
  id: bigint
  jid: string
  body: string
}

/** The maximum number of messages that are given to a connection together. */
export const messagesAtOnce = 50

/** Returns the next messages of this account and marks them as sent. Only the process with the leader lock of the account may call it. */
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

/** Marks messages that the XMPP server has acknowledged. Ids of other accounts, and ids in another format, are ignored. */
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

/**
 * Records that a message could not be delivered. The XMPP server reports this after it has acknowledged the message. Reports from an address other
 * than the recipient's are ignored.
 */
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

/** The time at which the oldest message without an acknowledgement was sent; null if all messages are acknowledged. */
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

/** Called for a new connection: messages without an acknowledgement will be sent again. */
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
