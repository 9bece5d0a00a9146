import { jabberWrongKeysMax } from '@lapak/contract/partner-api/xmpp'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { rateLimitInTx } from '#http/rate-limit-counts.ts'
import type { JabberAddress } from './addresses.ts'
import { jabberChannel } from './results.ts'

/** What a message asked, without its key. Its shape is the channel's. */
export type KeptCommand = Record<string, unknown>

/** A message of a registered address as it is kept. */
export interface Incoming {
  account: string
  stanzaId: string
  /** By which the archive knows it; null where there is none. */
  archiveId: string | null
  address: JabberAddress
  command: KeptCommand
  /** Of an order. */
  reffclient: string | null
  /** By the server; null is now. */
  sentAt: Date | null
  /** Which proved it; null where it was the member's own for Jabber, or none. */
  keyId: bigint | null
}

export interface Received {
  id: bigint
  account: string
  jid: string
  memberId: bigint
  command: KeptCommand
  keyId: bigint | null
}

/** How long nobody at an address is answered after too many wrong keys. */
const silentHours = 1

/** How an address stands with us. */
export interface Standing {
  /** Sealed; in the place of the secret of the first key. */
  ownSecret: Buffer | null
  wrongKeys: number
  silent: boolean
}

/** Each address with how it stands, in their order. */
export async function standingsOf<Address extends JabberAddress>(
  db: Database,
  addresses: readonly Address[],
): Promise<{ address: Address; standing: Standing }[]> {
  const rows = await db.read
    .selectFrom('jabber_id')
    .leftJoin('jabber_secret', 'jabber_secret.member_id', 'jabber_id.member_id')
    .select(['jabber_id.id', 'wrong_keys', 'jabber_secret.secret', sql<boolean>`coalesce(silent_until > now(), false)`.as('silent')])
    .where(
      'jabber_id.id',
      'in',
      addresses.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return addresses.flatMap((address) => {
    const row = byId.get(address.id)
    return row ? [{ address, standing: { ownSecret: row.secret, wrongKeys: row.wrong_keys, silent: row.silent } }] : []
  })
}

/** Its number, or null when it was kept before. With it, the archive is read up to here. */
export async function keepReceived(tx: Tx, message: Incoming): Promise<bigint | null> {
  const { account, stanzaId, archiveId, address, command, reffclient, sentAt, keyId } = message
  const kept = await tx
    .insertInto('jabber_received')
    .values({
      account,
      stanza_id: stanzaId,
      jid_id: address.id,
      member_id: address.memberId,
      command: JSON.stringify(command),
      reffclient,
      // Never in the future: it would never be late.
      sent_at: sentAt === null ? sql`now()` : sql`least(${sentAt}::timestamptz, now())`,
      key_id: keyId,
    })
    .onConflict((conflict) => conflict.columns(['account', 'stanza_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!kept) return null
  if (archiveId !== null)
    await tx.updateTable('jabber_bot').set({ archive_id: archiveId, archive_at: new Date() }).where('account', '=', account).execute()
  return kept.id
}

/** Nothing came of it, so that nothing is kept of it. */
export const forgetReceived = (tx: Tx, id: bigint) => tx.deleteFrom('jabber_received').where('id', '=', id).execute()

/** How a kept message stands when it is carried out, which may be long after it came. */
export interface CurrentStanding {
  /** By the clock of the database: those of several machines differ. */
  minutesUnderWay: number
  /** Its address may still order. */
  allowed: boolean
  /** No other key for Jabber took the place of what proved it. */
  keyIsThere: boolean
}

export async function readStanding(db: Database, { id, keyId }: Pick<Received, 'id' | 'keyId'>): Promise<CurrentStanding> {
  const row = await db.read
    .selectFrom('jabber_received')
    .innerJoin('jabber_id', 'jabber_id.id', 'jabber_received.jid_id')
    .leftJoin('jabber_secret', 'jabber_secret.member_id', 'jabber_received.member_id')
    .select([
      sql<number>`extract(epoch from now() - sent_at)::float8 / 60`.as('minutes'),
      sql<boolean>`jabber_id.enabled and jabber_id.archived_at is null`.as('allowed'),
      sql<boolean>`coalesce(jabber_secret.created_at <= received_at, false)`.as('own'),
      sql<boolean>`jabber_secret.member_id is null`.as('none'),
    ])
    .where('jabber_received.id', '=', id)
    .executeTakeFirstOrThrow()
  return { minutesUnderWay: row.minutes, allowed: row.allowed, keyIsThere: keyId === null ? row.own : row.none }
}

/** Seconds until this address may send a command again; 0 where it may now. */
export const roomForCommand = (tx: Tx, { id }: JabberAddress, perMinute: number): Promise<number> =>
  rateLimitInTx(tx, `jabber commands of ${id}`, perMinute, 60)

/** True the first time within a minute, so that who sends too much is told so once. */
export const firstRefusal = async (tx: Tx, { id }: JabberAddress): Promise<boolean> =>
  (await rateLimitInTx(tx, `jabber refusals of ${id}`, 1, 60)) === 0

/** True when this one was too many, and silence begins. */
export async function countWrongKey(tx: Tx, { id }: JabberAddress): Promise<boolean> {
  const { wrong_keys } = await tx
    .updateTable('jabber_id')
    .set({ wrong_keys: sql`least(wrong_keys + 1, 32000)` })
    .where('id', '=', id)
    .returning('wrong_keys')
    .executeTakeFirstOrThrow()
  if (wrong_keys < jabberWrongKeysMax) return false
  await tx
    .updateTable('jabber_id')
    .set({ wrong_keys: 0, silent_until: sql`now() + ${silentHours} * interval '1 hour'` })
    .where('id', '=', id)
    .execute()
  return true
}

export const forgiveWrongKeys = (tx: Tx, { id }: JabberAddress) =>
  tx.updateTable('jabber_id').set({ wrong_keys: 0 }).where('id', '=', id).execute()

/** What is said back. */
export interface Answer {
  body: string
  /** The purchase that it tells of, as it stands there. */
  purchase?: { id: bigint; version: number } | undefined
}

/** Its answer is kept and the message done, or neither; null is silence. Done before, it stays as it is. */
export async function answerReceived(
  tx: Tx,
  { id, account, jid, memberId }: Omit<Received, 'command' | 'keyId'>,
  answer: Answer | null,
): Promise<void> {
  const done = await tx
    .updateTable('jabber_received')
    .set({ answered_at: sql`now()` })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!done || answer === null) return
  await tx
    .insertInto('jabber_message')
    .values({
      account,
      jid,
      member_id: memberId,
      body: answer.body,
      purchase_id: answer.purchase?.id ?? null,
      purchase_version: answer.purchase?.version ?? null,
    })
    .execute()
  await sql`select pg_notify(${jabberChannel}, '')`.execute(tx)
}

/** What was kept and not answered by whoever held the account before, the oldest first. */
export async function openReceived(db: Database, account: string): Promise<Received[]> {
  const rows = await db.read
    .selectFrom('jabber_received')
    .innerJoin('jabber_id', 'jabber_id.id', 'jabber_received.jid_id')
    .select(['jabber_received.id', 'account', 'jid', 'jabber_received.member_id', 'command', 'key_id'])
    .where('account', '=', account)
    .where('answered_at', 'is', null)
    .orderBy('jabber_received.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    account: row.account,
    jid: row.jid,
    memberId: row.member_id,
    command: row.command as KeptCommand,
    keyId: row.key_id,
  }))
}

/** The bill that was asked about last, to be paid by its number. */
export const keepBill = (tx: Tx, memberId: bigint, bill: { productcode: string; target: string; token: string; expiresat: Date }) =>
  tx
    .insertInto('jabber_bill')
    .values({ member_id: memberId, product_code: bill.productcode, target: bill.target, token: bill.token, expires_at: bill.expiresat })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'product_code', 'target']).doUpdateSet({ token: bill.token, expires_at: bill.expiresat }),
    )
    .execute()

export async function tokenOfBill(db: Database, memberId: bigint, productcode: string, target: string): Promise<string | null> {
  const bill = await db.read
    .selectFrom('jabber_bill')
    .select('token')
    .where('member_id', '=', memberId)
    .where('product_code', '=', productcode)
    .where('target', '=', target)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return bill?.token ?? null
}
