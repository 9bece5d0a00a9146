import { sql } from 'kysely'
import type { Database, Tx } from '#db/db.ts'
import { xmppChannel } from './results.ts'

/** A result to send, with the addresses that receive it. */
export interface WaitingResult {
  id: bigint
  memberId: bigint
  reffclient: string
  hearers: Hearer[]
}

export interface Hearer {
  jid: string
  /** The account of the platform that this address last wrote to; null if it never wrote. */
  account: string | null
}

const resultsAtOnce = 50

/**
 * The oldest results, with the addresses that receive them. The answer to an order must be sent before the result of the order: so a result is
 * skipped while the answer is pending, and does not delay other results.
 */
export async function waitingResults(db: Database): Promise<WaitingResult[]> {
  const { rows } = await sql<{ id: bigint; member_id: bigint; reffclient: string; jid: string | null; account: string | null }>`
    select result.id, result.member_id, result.reffclient, hearer.jid, hearer.account
    from (
      select result.*, asked.jid_id, asked.account
      from jabber_result result
      left join lateral (
        select jid_id, account, answered_at from jabber_received
        where result.ordered and member_id = result.member_id and reffclient = result.reffclient order by id desc limit 1
      ) asked on true
      where asked.jid_id is null or asked.answered_at is not null
      order by result.id limit ${resultsAtOnce}
    ) result
    left join lateral (
      select jabber_id.jid, case when jabber_id.id = result.jid_id then result.account else spoken.account end as account
      from jabber_id
      left join lateral (select account from jabber_received where jid_id = jabber_id.id order by id desc limit 1) spoken on true
      where jabber_id.member_id = result.member_id and jabber_id.archived_at is null and jabber_id.enabled
        and jabber_id.verified_at is not null
        and (jabber_id.tells_all or jabber_id.id = result.jid_id)
    ) hearer on true
    order by result.id`.execute(db.read)
  const results = new Map<bigint, WaitingResult>()
  for (const { id, member_id, reffclient, jid, account } of rows) {
    const result = results.get(id) ?? { id, memberId: member_id, reffclient, hearers: [] }
    if (jid !== null) result.hearers.push({ jid, account })
    results.set(id, result)
  }
  return [...results.values()]
}

interface ResultMessage {
  purchase: { id: bigint; version: number }
  body: string
  to: readonly { jid: string; account: string }[]
}

/**
 * Deletes the result and creates its messages; of several processes only one does so. An address that has already received this version of the
 * purchase does not get a message.
 */
export async function deliverResult(tx: Tx, { id, memberId }: WaitingResult, message: ResultMessage | null): Promise<void> {
  const taken = await tx.deleteFrom('jabber_result').where('id', '=', id).returning('id').executeTakeFirst()
  if (!taken || message === null) return
  for (const { jid, account } of message.to)
    await sql`
      insert into jabber_message (account, jid, member_id, body, purchase_id, purchase_version)
      select ${account}, ${jid}, ${memberId}, ${message.body}, ${message.purchase.id}::bigint, ${message.purchase.version}::integer
      where not exists (
        select from jabber_message
        where purchase_id = ${message.purchase.id} and purchase_version >= ${message.purchase.version} and jid = ${jid}
      )`.execute(tx)
  await sql`select pg_notify(${xmppChannel}, '')`.execute(tx)
}
