import { jabberWrongKeysMax } from '@lapak/contract/partner-api/xmpp'
import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { rateLimitInTx } from '#http/rate-limit-counts.ts'
import type { XmppAddress } from './addresses.ts'
import { xmppChannel } from './results.ts'

/** The command of a message without its key. The channel defines the shape of the object. */
export type KeptCommand = Record<string, unknown>

/** A message from a registered Jabber address, as it is stored. */
export interface Incoming {
  account: string
  stanzaId: string
  /** The id of the message in the archive of the XMPP server; null if the server has no archive. */
  archiveId: string | null
  address: XmppAddress
  command: KeptCommand
  /** The reference of an order; null for other commands. */
  reffclient: string | null
  /** The time that the XMPP server reports; null means now. */
  sentAt: Date | null
  /** The key whose secret authenticated the message; null if the member's own Jabber secret authenticated it, or if it is not authenticated. */
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

/** The number of hours for which an address gets no answers after too many wrong keys. */
const silentHours = 1

/** The data that is needed to authenticate messages of an address. */
export interface Standing {
  /** The member's Jabber secret in encrypted form, used instead of the secret of the first key; null if the member has none. */
  ownSecret: Buffer | null
  wrongKeys: number
  silent: boolean
}

/** Returns the given addresses in the same order, each with its authentication data. */
export async function standingsOf<Address extends XmppAddress>(
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

/** Stores a message and records that the archive was read up to it. Returns the id of the stored message, or null if it was stored before. */
export async function storeReceived(tx: Tx, message: Incoming): Promise<bigint | null> {
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
      // A time in the future is replaced by now, because such a message would never count as late.
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

/** Deletes a stored message whose command had no effect. */
export const deleteReceived = (tx: Tx, id: bigint) => tx.deleteFrom('jabber_received').where('id', '=', id).execute()

/** The current state of a stored message, read when its command is executed, which may be long after the message arrived. */
export interface CurrentStanding {
  /** The minutes since the message was sent, by the clock of the database, because the clocks of several machines differ. */
  minutesUnderWay: number
  /** Whether the address may still order. */
  allowed: boolean
  /** False if the member's Jabber secret was created, replaced or removed after the message was authenticated. */
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

/** The number of seconds until this address may send another command; 0 if it may send one now. */
export const roomForCommand = (tx: Tx, { id }: XmppAddress, perMinute: number): Promise<number> =>
  rateLimitInTx(tx, `jabber commands of ${id}`, perMinute, 60)

/** True at most once a minute, so that an address above the limit gets a single refusal per minute. */
export const firstRefusal = async (tx: Tx, { id }: XmppAddress): Promise<boolean> =>
  (await rateLimitInTx(tx, `jabber refusals of ${id}`, 1, 60)) === 0

/** Counts a wrong key. True if this key exceeded the limit, so that the address gets no answers for a while. */
export async function countWrongKey(tx: Tx, { id }: XmppAddress): Promise<boolean> {
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

export const resetWrongKeys = (tx: Tx, { id }: XmppAddress) =>
  tx.updateTable('jabber_id').set({ wrong_keys: 0 }).where('id', '=', id).execute()

/** The answer to a Jabber command. */
export interface Answer {
  body: string
  /** The purchase that the answer describes, and the version of its state. */
  purchase?: { id: bigint; version: number } | undefined
}

/**
 * Stores the answer and marks the message as answered in one transaction. `null` sends no answer. A message that is already answered does not change.
 */
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
  await sql`select pg_notify(${xmppChannel}, '')`.execute(tx)
}

/** Stored messages that the previous process of this account did not answer, ordered from old to new. */
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

/** Stores the last bill that the member requested for a product and target, so that the member can pay it without entering the bill's token. */
export const storeBill = (tx: Tx, memberId: bigint, bill: { productcode: string; target: string; token: string; expiresat: Date }) =>
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
