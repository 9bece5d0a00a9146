import type { JabberBotState } from '@lapak/contract/partners/jabber'
import { sql } from 'kysely'
import type { Database, Reader } from '#db/db.ts'

/** How often the process that is connected with an XMPP account records this. After several missing records, no process counts as connected. */
export const botSeenEveryMs = 20_000

export async function recordBotState(db: Database, account: string, state: JabberBotState, message = ''): Promise<void> {
  await db.transaction((tx) =>
    tx
      .insertInto('jabber_bot')
      .values({ account, state, said: message })
      .onConflict((conflict) =>
        conflict.column('account').doUpdateSet({
          state,
          said: message,
          since: sql`case when jabber_bot.state = ${state} then jabber_bot.since else now() end`,
          seen_at: sql`now()`,
        }),
      )
      .execute(),
  )
}

export const botSeen = (db: Database, account: string) =>
  db.transaction((tx) => tx.updateTable('jabber_bot').set({ seen_at: sql`now()` }).where('account', '=', account).execute())

/** The position up to which the message archive of this account was read. */
export async function readUpTo(db: Database, account: string): Promise<{ id: string | null; at: Date | null }> {
  const row = await db.read.selectFrom('jabber_bot').select(['archive_id', 'archive_at']).where('account', '=', account).executeTakeFirst()
  return { id: row?.archive_id ?? null, at: row?.archive_at ?? null }
}

/** Records that the archive was read until now. Without an id, the next read starts at this time. */
export const hasRead = (db: Database, account: string, id: string | null) =>
  db.transaction((tx) =>
    tx.updateTable('jabber_bot').set({ archive_id: id, archive_at: sql`now()` }).where('account', '=', account).execute(),
  )

export const archiveBegan = (db: Database, account: string) =>
  db.transaction((tx) => tx.updateTable('jabber_bot').set({ gap_at: sql`now()` }).where('account', '=', account).execute())

export const recordArchiveState = (db: Database, account: string, there: boolean) =>
  db.transaction((tx) => tx.updateTable('jabber_bot').set({ without_archive: !there }).where('account', '=', account).execute())

export interface BotRow {
  account: string
  state: JabberBotState
  said: string
  since: Date
  seen_at: Date
  gap_at: Date | null
  without_archive: boolean
}

export async function listBots(read: Reader): Promise<BotRow[]> {
  const rows = await read
    .selectFrom('jabber_bot')
    .select(['account', 'state', 'said', 'since', 'seen_at', 'gap_at', 'without_archive'])
    .orderBy('account')
    .execute()
  return rows.map((row) => ({ ...row, state: row.state as JabberBotState }))
}
