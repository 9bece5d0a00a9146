import { randomUUID } from 'node:crypto'
import type { ChatMessage, chatCalls } from '@lapak/contract/community/chat'
import { platformChannel } from '@lapak/contract/community/chat'
import type { BodyOf, DataOf, QueryOf } from '@lapak/contract/shared/call'
import { sql } from 'kysely'
import { hasBought } from '#contexts/ordering/purchases/purchases.ts'
import type { Audit } from '#contexts/system/audit/audit.ts'
import type { Settings } from '#contexts/system/settings/settings.ts'
import type { Uploads } from '#contexts/system/uploads/uploads.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import type { Caller } from '#http/http.ts'
import { rateLimit } from '#http/rate-limit-counts.ts'
import { Refusal } from '#http/refusal.ts'
import { notifyAbsentReaders } from './away.ts'
import { hintOf, publishMessage, publishReading } from './chat.events.ts'
import { readMessage, readOther, readTrade } from './chat.queries.ts'
import { type Conversation, isSeller, type Side } from './sides.ts'

export interface ChatDeps {
  db: Database
  audit: Audit
  settings: Settings
  uploads: Pick<Uploads, 'ownPublic'>
}

type NewMessage = BodyOf<typeof chatCalls.send>
type MessageContent = Pick<NewMessage, 'msg' | 'image' | 'clientid' | 'idtrx'>

const dayInSeconds = 86_400

/** Sends a message to a conversation, a member or the platform. The first message to a member or the platform creates the conversation. */
export async function sendMessage(deps: ChatDeps, by: Caller, { touser, to, groupid, ...content }: NewMessage): Promise<ChatMessage> {
  const pair = groupid === null || groupid === undefined ? await pairWith(deps, by, touser ?? to ?? 0n, content.idtrx) : null
  return say(deps, { memberId: by.memberId, forPlatform: false }, content, {
    lock: (tx) => (pair ? openWith(tx, pair) : lockOwn(tx, by.memberId, groupid ?? 0n)),
    allow: (tx, conversation) => requireOpen(tx, conversation, by.memberId),
  })
}

/** Sends an answer as customer service; the audit records the administrator who wrote it. */
export async function answerMember(deps: ChatDeps, by: Caller, groupid: bigint, content: MessageContent): Promise<ChatMessage> {
  return say(deps, { memberId: by.memberId, forPlatform: true }, content, {
    lock: (tx) => lockOfPlatform(tx, groupid),
    allow: (tx, { first_id }) => deps.audit.record(tx, { event: 'chat.answered', by, subject: first_id, after: { conversation: groupid } }),
  })
}

interface Where {
  /** Returns the conversation and locks its row. */
  lock(tx: Tx): Promise<Conversation>
  /** Checks whether the message may be sent. Called for new messages only, not for repeated requests. */
  allow(tx: Tx, conversation: Conversation): Promise<void>
}

/**
 * Stores a message in one short transaction that locks the conversation, so that message numbers have no gaps and follow the order of the commits. A
 * request with a known client id returns the message that is already stored. The sender's read mark moves to its own message only if all earlier
 * messages are read, because the message may have been written offline.
 */
async function say(deps: ChatDeps, side: Side, content: MessageContent, { lock, allow }: Where): Promise<ChatMessage> {
  const { db, uploads } = deps
  const { msg, clientid = randomUUID(), idtrx } = content
  const image = content.image ? await uploads.ownPublic(side.memberId, content.image) : null
  return db.transaction(async (tx) => {
    const conversation = await lock(tx)
    const sent = await alreadySent(tx, conversation.id, side.memberId, clientid)
    if (sent) return readMessage(tx, side, sent)
    await allow(tx, conversation)
    if (idtrx !== null && idtrx !== undefined) await requireTradeOf(tx, conversation, idtrx)
    const seq = conversation.last_seq + 1
    await tx
      .insertInto('message')
      .values({
        conversation_id: conversation.id,
        seq,
        sender_id: side.memberId,
        by_platform: side.forPlatform,
        client_id: clientid,
        body: msg,
        image,
        purchase_id: idtrx ?? null,
      })
      .execute()
    await tx
      .updateTable('conversation')
      .set({
        last_seq: seq,
        last_at: sql`now()`,
        last_text: msg === '' ? 'Gambar' : hintOf(msg),
        last_sender_id: side.memberId,
        ...(side.forPlatform && {
          platform_read_seq: sql`case when platform_read_seq = ${seq - 1} then ${seq} else platform_read_seq end`,
        }),
      })
      .where('id', '=', conversation.id)
      .execute()
    if (!side.forPlatform) await moveMark(tx, { conversationId: conversation.id, memberId: side.memberId, upTo: seq }, seq - 1)
    const message = await readMessage(tx, side, { conversationId: conversation.id, seq })
    await publishMessage(tx, conversation, side, message)
    await notifyAbsentReaders(tx, conversation, side, seq)
    return message
  })
}

async function alreadySent(tx: Tx, conversationId: bigint, senderId: bigint, clientId: string) {
  const row = await tx
    .selectFrom('message')
    .select(['conversation_id as conversationId', 'seq'])
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row ?? null
}

type Pair = [first: bigint, second: bigint | null]

const pairOf = (memberId: bigint, otherId: bigint | null): Pair =>
  otherId === null || memberId < otherId ? [memberId, otherId] : [otherId, memberId]

/** The two sides of a conversation that may not exist yet. Refused if this member has no reason to write to the other. */
async function pairWith(
  deps: ChatDeps,
  { memberId }: Caller,
  to: bigint | typeof platformChannel,
  idtrx: MessageContent['idtrx'],
): Promise<Pair> {
  if (to === platformChannel || to === 0n) return [memberId, null]
  if (to === memberId) throw new Refusal('not_found.addressee')
  const pair = pairOf(memberId, to)
  const { db } = deps
  const known = await db.read
    .selectFrom('conversation')
    .select('id')
    .where('first_id', '=', pair[0])
    .where('second_id', '=', pair[1])
    .executeTakeFirst()
  const knows = known !== undefined || (typeof idtrx === 'bigint' && (await isTradeOf(db.read, [memberId, to], idtrx)))
  await requireAddressee(db, memberId, to, knows)
  if (!known) await rateLimitNew(deps, memberId)
  return pair
}

const rateLimitNew = ({ db, settings }: ChatDeps, memberId: bigint) =>
  rateLimit(
    db,
    `chat.new:${memberId}`,
    settings.get('chat.newPerDay'),
    dayInSeconds,
    (retryAfterSeconds) => new Refusal('chat.too_many_new', {}, { retryAfterSeconds }),
  )

/**
 * Refuses a recipient that this member may not write to. All members can see which members are sellers; for other members the answer does not reveal
 * whether they exist.
 */
async function requireAddressee(db: Database, from: bigint, to: bigint, knows: boolean): Promise<void> {
  const other = await db.read.selectFrom('member').select(isSeller.as('sells')).where('id', '=', to).executeTakeFirst()
  const reachable = other !== undefined && (knows || other.sells || (await hasBought(db, to, from)))
  if (!reachable) throw new Refusal('not_found.addressee')
}

/** Refused if the recipient is blocked, because it could not read the message. */
async function requireOpen(tx: Tx, { first_id, second_id }: Conversation, memberId: bigint): Promise<void> {
  const otherId = first_id === memberId ? second_id : first_id
  if (otherId === null) return
  const { status } = await tx.selectFrom('member').select('status').where('id', '=', otherId).executeTakeFirstOrThrow()
  if (status === 0) throw new Refusal('account.closed')
}

/** Finds the conversation that a page opens before the first message. */
export async function findConversation(
  { db }: Pick<ChatDeps, 'db'>,
  { memberId }: Caller,
  { dengan, idtrx }: QueryOf<typeof chatCalls.find>,
): Promise<DataOf<typeof chatCalls.find>> {
  const trade = idtrx === undefined ? null : await tradeOf(db.read, memberId, idtrx)
  const to = dengan ?? trade?.other ?? platformChannel
  const otherId = to === platformChannel || to === 0n ? null : to
  const trx = trade && (otherId === null || otherId === trade.other) ? trade.shown : null
  const groupid = await knownWith(db.read, memberId, otherId)
  if (groupid === null && otherId !== null) {
    if (otherId === memberId) throw new Refusal('not_found.addressee')
    await requireAddressee(db, memberId, otherId, trx !== null)
  }
  return { groupid, userb: await readOther(db.read, { forPlatform: false }, otherId), trx }
}

/** A purchase as its buyer or its seller may show it to the other side in a message. */
async function tradeOf(read: Reader, memberId: bigint, id: bigint) {
  const trade = await readTrade(read, id)
  if (trade?.buyerId !== memberId && trade?.sellerId !== memberId) throw new Refusal('not_found.purchase')
  return { shown: trade.shown, other: trade.buyerId === memberId ? trade.sellerId : trade.buyerId }
}

async function knownWith(read: Reader, memberId: bigint, otherId: bigint | null): Promise<bigint | null> {
  const [first, second] = pairOf(memberId, otherId)
  const known = await read
    .selectFrom('conversation')
    .select('id')
    .where('first_id', '=', first)
    .where('second_id', second === null ? 'is' : '=', second)
    .where('last_seq', '>', 0)
    .executeTakeFirst()
  return known?.id ?? null
}

async function openWith(tx: Tx, [first, second]: Pair): Promise<Conversation> {
  await tx
    .insertInto('conversation')
    .values({ first_id: first, second_id: second })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const conversation = await tx
    .selectFrom('conversation')
    .select(['id', 'first_id', 'second_id', 'last_seq'])
    .where('first_id', '=', first)
    .where('second_id', second === null ? 'is' : '=', second)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (conversation.last_seq === 0)
    await tx
      .insertInto('participant')
      .values([first, second].flatMap((member_id) => (member_id === null ? [] : [{ conversation_id: conversation.id, member_id }])))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return conversation
}

/** Locks a conversation of this member. A conversation of other members is reported as not found, and the attempt does not lock it. */
async function lockOwn(tx: Tx, memberId: bigint, id: bigint): Promise<Conversation> {
  const conversation = await selectForUpdate(tx, id)
    .where((where) => where.or([where('first_id', '=', memberId), where('second_id', '=', memberId)]))
    .executeTakeFirst()
  if (!conversation) throw new Refusal('not_found.conversation')
  return conversation
}

async function lockOfPlatform(tx: Tx, id: bigint): Promise<Conversation> {
  const conversation = await selectForUpdate(tx, id).where('second_id', 'is', null).executeTakeFirst()
  if (!conversation) throw new Refusal('not_found.conversation')
  return conversation
}

const selectForUpdate = (tx: Tx, id: bigint) =>
  tx.selectFrom('conversation').select(['id', 'first_id', 'second_id', 'last_seq']).where('id', '=', id).forNoKeyUpdate()

/** Refuses to show a purchase in a conversation unless the conversation is between its buyer and its seller, or one of them and the platform. */
async function requireTradeOf(tx: Tx, { first_id, second_id }: Conversation, id: bigint): Promise<void> {
  if (!(await isTradeOf(tx, second_id === null ? [first_id] : [first_id, second_id], id))) throw new Refusal('not_found.purchase')
}

async function isTradeOf(read: Reader, sides: bigint[], id: bigint): Promise<boolean> {
  const purchase = await read.selectFrom('purchase').select(['buyer_id', 'seller_id']).where('id', '=', id).executeTakeFirst()
  return purchase !== undefined && sides.every((side) => side === purchase.buyer_id || side === purchase.seller_id)
}

/**
 * Moves the read mark to the last message that the page has shown, so that later messages stay unread. It never moves back or beyond the newest
 * message.
 */
export async function markRead({ db }: Pick<ChatDeps, 'db'>, side: Side, id: bigint, upTo: number | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const conversation = side.forPlatform ? await ofPlatform(tx, id) : await ofMember(tx, side.memberId, id)
    const newest = Math.min(upTo ?? conversation.last_seq, conversation.last_seq)
    const moved = side.forPlatform
      ? await movePlatformMark(tx, id, newest)
      : await moveMark(tx, { conversationId: id, memberId: side.memberId, upTo: newest })
    if (moved) await publishReading(tx, conversation, side, newest)
  })
}

const found = (tx: Tx, id: bigint) => tx.selectFrom('conversation').select(['id', 'first_id', 'second_id', 'last_seq']).where('id', '=', id)

async function ofMember(tx: Tx, memberId: bigint, id: bigint) {
  const conversation = await found(tx, id)
    .where((where) => where.or([where('first_id', '=', memberId), where('second_id', '=', memberId)]))
    .executeTakeFirst()
  if (!conversation) throw new Refusal('not_found.conversation')
  return conversation
}

async function ofPlatform(tx: Tx, id: bigint) {
  const conversation = await found(tx, id).where('second_id', 'is', null).executeTakeFirst()
  if (!conversation) throw new Refusal('not_found.conversation')
  return conversation
}

/** Returns whether the mark moved. */
async function movePlatformMark(tx: Tx, id: bigint, upTo: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('conversation')
    .set({ platform_read_seq: upTo })
    .where('id', '=', id)
    .where('platform_read_seq', '<', upTo)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Mark {
  conversationId: bigint
  memberId: bigint
  upTo: number
}

/** The mark never moves back. With `from` it moves only if all earlier messages have been read. Returns whether the mark moved. */
async function moveMark(tx: Tx, { conversationId, memberId, upTo }: Mark, from = 0): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('participant')
    .set({ read_seq: upTo })
    .where('member_id', '=', memberId)
    .where('conversation_id', '=', conversationId)
    .where('read_seq', '>=', from)
    .where('read_seq', '<', upTo)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
