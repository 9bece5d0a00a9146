import type { ChatMessage, ChatRow, MessagesQuery } from '@lapak/contract/community/chat'
import type { Transactionrc } from '@lapak/contract/ordering/purchases'
import { platformName } from '@lapak/contract/shared/platform'
import type { Page } from '@lapak/contract/shared/wire'
import { type RawBuilder, sql } from 'kysely'
import { nameForAll, seenName } from '#contexts/members/shop-names/shop-names.ts'
import { isOnline } from '#contexts/selling/sellers/sellers.ts'
import type { Reader } from '#db/db.ts'
import { containsPattern } from '#db/like-pattern.ts'
import { countOf, idsOfPage, type PageAsk } from '#http/paging.ts'
import { Refusal } from '#http/refusal.ts'
import { type Side, sellerIds } from './sides.ts'

interface Shown {
  id: bigint | null
  name: string | null
  avatar: string | null
  last_active_at: Date | null
}

/** Members see the public name of another member, which never looks like the name of the platform; administrators see the actual name. */
const nameFor = ({ forPlatform }: Pick<Side, 'forPlatform'>, { id, name }: { id: bigint; name: string }): string =>
  forPlatform ? seenName(name) : nameForAll({ id, name })

/** The other side of a conversation as the answer shows it. Without an id it is the platform, which counts as always online. */
const otherOf = (side: Pick<Side, 'forPlatform'>, { id, name, avatar, last_active_at }: Shown) => ({
  memberid: id ?? 0n,
  membername: id === null ? platformName : nameFor(side, { id, name: name ?? '' }),
  memberavatar: avatar,
  online: id === null || isOnline(last_active_at),
  lastactive: last_active_at,
})

/** The number of messages after the read mark, without the messages of the reading side itself. The count is skipped if all messages are read. */
const unreadAfter = (mark: string, isOwn: RawBuilder<boolean>) => sql<number>`
  case when conversation.last_seq <= ${sql.ref(mark)} then 0 else (
    select count(*)::integer from message
    where message.conversation_id = conversation.id and message.seq > ${sql.ref(mark)} and not (${isOwn})
  ) end`
const unreadOfMember = (memberId: bigint) => unreadAfter('own.read_seq', sql`not message.by_platform and message.sender_id = ${memberId}`)
/** The first condition can use an index; the second excludes conversations in which all messages after the read mark are answers of the platform. */
const waitsForPlatform = sql<boolean>`conversation.last_seq > conversation.platform_read_seq and exists (
  select from message where message.conversation_id = conversation.id and message.seq > conversation.platform_read_seq and not message.by_platform)`
const unreadOfPlatform = unreadAfter('conversation.platform_read_seq', sql`message.by_platform`)

/** The member on the other side of a member's conversation. */
const otherId = (memberId: bigint) =>
  sql<bigint | null>`case when conversation.first_id = ${memberId} then conversation.second_id else conversation.first_id end`

const columns = [
  'conversation.id as groupid',
  'conversation.last_text',
  'conversation.last_at',
  'conversation.last_seq',
  'conversation.last_sender_id',
  'conversation.first_id',
  'conversation.second_id',
  'conversation.platform_read_seq',
  'other.id',
  'other.name',
  'other.avatar',
  'other.last_active_at',
] as const

const toMember = { forPlatform: false }
const toPlatform = { forPlatform: true }

/**
 * The conversations of a member. The lateral join finds each by its id: without statistics the planner could read all conversations for another kind
 * of join.
 */
const conversationsOf = (read: Reader, memberId: bigint) =>
  read
    .selectFrom('participant as own')
    .innerJoinLateral(
      (select) =>
        select.selectFrom('conversation').selectAll().whereRef('id', '=', 'own.conversation_id').offset(sql.lit(0)).as('conversation'),
      (join) => join.onTrue(),
    )
    .where('own.member_id', '=', memberId)

export async function listChats(read: Reader, memberId: bigint, query: PageAsk): Promise<Page<ChatRow>> {
  const found = conversationsOf(read, memberId).where('conversation.last_seq', '>', 0).select(['conversation.id', 'conversation.last_at'])
  const ids = await idsOfPage(read, found, query, 'last_at', true)
  const rows = ids.length === 0 ? [] : await chatsOf(read, memberId, ids)
  const content = rows.map((row) => {
    const mine = row.last_sender_id === memberId
    const othersMark = row.second_id === null ? row.platform_read_seq : (row.theirs ?? 0)
    return {
      groupid: row.groupid,
      userb: { member: otherOf(toMember, row) },
      msg: row.last_text ?? '',
      updateat: row.last_at ?? new Date(0),
      dibaca: (mine ? othersMark : row.read) >= row.last_seq,
      untukuser: mine ? (row.id ?? 0n) : memberId,
      belumdibaca: row.unread,
    }
  })
  return { content, totalElements: await countOf(found) }
}

async function chatsOf(read: Reader, memberId: bigint, ids: bigint[]) {
  const rows = await read
    .selectFrom('conversation')
    .innerJoin('participant as own', (join) => join.onRef('own.conversation_id', '=', 'conversation.id').on('own.member_id', '=', memberId))
    .leftJoin('member as other', (join) => join.on('other.id', '=', otherId(memberId)))
    .leftJoin('participant as theirs', (join) =>
      join.onRef('theirs.member_id', '=', 'other.id').onRef('theirs.conversation_id', '=', 'conversation.id'),
    )
    .select(columns)
    .select(['own.read_seq as read', 'theirs.read_seq as theirs', unreadOfMember(memberId).as('unread')])
    .where('conversation.id', 'in', ids)
    .execute()
  return inOrder(ids, rows)
}

/** The conversations of members with the platform. */
export async function listPlatformChats(
  read: Reader,
  { belumdibaca, ...query }: PageAsk & { belumdibaca?: boolean | undefined },
): Promise<Page<ChatRow>> {
  const found = read
    .selectFrom('conversation')
    .where('conversation.second_id', 'is', null)
    .where('conversation.last_seq', '>', 0)
    .$if(belumdibaca === true, (rows) => rows.where(waitsForPlatform))
  const numbers = found.select(['conversation.id', 'conversation.last_at'])
  const ids = await idsOfPage(read, numbers, query, 'last_at', belumdibaca === true)
  const rows = ids.length === 0 ? [] : await platformChatsOf(read, ids)
  const content = rows.map((row) => {
    const byMember = row.last_sender_id === row.first_id
    return {
      groupid: row.groupid,
      userb: { member: otherOf(toPlatform, row) },
      msg: row.last_text ?? '',
      updateat: row.last_at ?? new Date(0),
      dibaca: (byMember ? row.platform_read_seq : (row.theirs ?? 0)) >= row.last_seq,
      untukuser: byMember ? 0n : row.first_id,
      belumdibaca: row.unread,
    }
  })
  return { content, totalElements: await countOf(found) }
}

async function platformChatsOf(read: Reader, ids: bigint[]) {
  const rows = await read
    .selectFrom('conversation')
    .innerJoin('member as other', 'other.id', 'conversation.first_id')
    .leftJoin('participant as theirs', (join) =>
      join.onRef('theirs.member_id', '=', 'other.id').onRef('theirs.conversation_id', '=', 'conversation.id'),
    )
    .select(columns)
    .select(['theirs.read_seq as theirs', unreadOfPlatform.as('unread')])
    .where('conversation.id', 'in', ids)
    .execute()
  return inOrder(ids, rows)
}

const inOrder = <Row extends { groupid: bigint }>(ids: bigint[], rows: Row[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.groupid, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function countUnread(read: Reader, memberId: bigint): Promise<number> {
  const { unread } = await conversationsOf(read, memberId)
    .select(sql<bigint>`coalesce(sum(${unreadOfMember(memberId)}), 0)`.as('unread'))
    .executeTakeFirstOrThrow()
  return Number(unread)
}

/** Counts conversations and not messages, because each conversation is a member that waits for an answer. */
export async function countPlatformUnread(read: Reader): Promise<number> {
  return countOf(read.selectFrom('conversation').select('id').where('second_id', 'is', null).where(waitsForPlatform))
}

/** A conversation as one of its sides sees it, in pages by message number. */
export async function readMessages(read: Reader, side: Side, { groupid, before, after, size, sort }: MessagesQuery) {
  const conversation = await read
    .selectFrom('conversation')
    .select(['id', 'first_id', 'second_id', 'last_seq', 'platform_read_seq'])
    .where('id', '=', groupid)
    .executeTakeFirst()
  const allowed = side.forPlatform
    ? conversation?.second_id === null
    : conversation?.first_id === side.memberId || conversation?.second_id === side.memberId
  if (!conversation || !allowed) throw new Refusal('not_found.conversation')
  const { first_id, second_id } = conversation
  const theirId = side.forPlatform || first_id !== side.memberId ? first_id : second_id
  const rows = await messagesOf(read)
    .where('message.conversation_id', '=', groupid)
    .$if(before !== undefined, (all) => all.where('message.seq', '<', before ?? 0))
    .$if(after !== undefined, (all) => all.where('message.seq', '>', after ?? 0))
    .orderBy('message.seq', sort.descending ? 'desc' : 'asc')
    .limit(size)
    .execute()
  return {
    content: rows.map((row) => shown(row, side)),
    totalElements: conversation.last_seq,
    userb: await readOther(read, side, theirId),
    dibacasampai: theirId === null ? conversation.platform_read_seq : await markOf(read, groupid, theirId),
  }
}

export async function readOther(read: Reader, side: Pick<Side, 'forPlatform'>, id: bigint | null) {
  const noMember = { id: null, name: null, avatar: null, last_active_at: null }
  if (id === null) return otherOf(side, noMember)
  return otherOf(
    side,
    (await read.selectFrom('member').select(['id', 'name', 'avatar', 'last_active_at']).where('id', '=', id).executeTakeFirst()) ??
      noMember,
  )
}

async function markOf(read: Reader, conversationId: bigint, memberId: bigint): Promise<number> {
  const mark = await read
    .selectFrom('participant')
    .select('read_seq')
    .where('member_id', '=', memberId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return mark?.read_seq ?? 0
}

export async function readMessage(
  read: Reader,
  side: Side,
  { conversationId, seq }: { conversationId: bigint; seq: number },
): Promise<ChatMessage> {
  const row = await messagesOf(read)
    .where('message.conversation_id', '=', conversationId)
    .where('message.seq', '=', seq)
    .executeTakeFirstOrThrow()
  return shown(row, side)
}

const messagesOf = (read: Reader) =>
  read
    .selectFrom('message')
    .innerJoin('member as sender', 'sender.id', 'message.sender_id')
    .leftJoin('purchase', 'purchase.id', 'message.purchase_id')
    .leftJoin('product', 'product.id', 'purchase.product_id')
    .select([
      'message.conversation_id as groupid',
      'message.seq',
      'message.sender_id',
      'message.by_platform',
      'sender.name as sendername',
      'message.body',
      'message.image',
      'message.created_at as createat',
      'message.client_id',
      'purchase.id as idtrx',
      'purchase.buyer_id',
      'purchase.seller_id',
      'product.name as productname',
      'purchase.target',
      'purchase.price',
      'purchase.transactionrc',
    ])

type MessageRow = Awaited<ReturnType<ReturnType<typeof messagesOf>['executeTakeFirstOrThrow']>>

const clock = new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' })

/** Members see answers of administrators as messages of customer service; administrators see the name of the administrator. */
const shown = (row: MessageRow, side: Side): ChatMessage => ({
  groupid: row.groupid,
  id: row.seq,
  from: row.by_platform ? 0n : row.sender_id,
  fromname: row.by_platform && !side.forPlatform ? platformName : nameFor(side, { id: row.sender_id, name: row.sendername }),
  sendiri: side.forPlatform ? row.by_platform : row.sender_id === side.memberId && !row.by_platform,
  msg: row.body,
  image: row.image,
  waktu: clock.format(row.createat),
  createat: row.createat,
  clientid: row.client_id,
  trx: tradeOf(row, side),
})

interface TradeRow {
  idtrx: bigint
  productname: string | null
  target: string | null
  price: bigint | null
  transactionrc: number | null
}

const trade = ({ idtrx, productname, target, price, transactionrc }: TradeRow) => ({
  idtrx,
  productname: productname ?? '',
  target: target ?? '',
  sellprice: price ?? 0n,
  transactionrc: transactionrc as Transactionrc,
})

/** The purchase is shown with its current state, and only to its current buyer and seller: after a failover the first seller no longer sees it. */
function tradeOf({ idtrx, ...row }: MessageRow, { memberId, forPlatform }: Side): ChatMessage['trx'] {
  const isOwn = forPlatform || row.buyer_id === memberId || row.seller_id === memberId
  return idtrx === null || !isOwn ? null : trade({ ...row, idtrx })
}

/** The data of a purchase as shown in a message, with the ids of its buyer and seller. */
export async function readTrade(read: Reader, id: bigint) {
  const row = await read
    .selectFrom('purchase')
    .innerJoin('product', 'product.id', 'purchase.product_id')
    .select(['purchase.id as idtrx', 'product.name as productname', 'purchase.target', 'purchase.price', 'purchase.transactionrc'])
    .select(['purchase.buyer_id', 'purchase.seller_id'])
    .where('purchase.id', '=', id)
    .executeTakeFirst()
  return row && { buyerId: row.buyer_id, sellerId: row.seller_id, shown: trade(row) }
}

const contactsMax = 20

/** Sellers by name, and members with whom this member has a conversation. The platform is always the first entry. */
export async function findContacts(read: Reader, memberId: bigint, search: string) {
  const rows = await read
    .selectFrom('member')
    .select(['id', 'name', 'avatar', 'last_active_at'])
    .where('status', '>', 0)
    .where('id', '<>', memberId)
    .where('name', 'ilike', containsPattern(search))
    // Filters by ids first, because these are few compared with all members and all conversations.
    .where(
      sql<boolean>`id = any(array(${sellerIds} union select ${otherId(memberId)} from (${conversationsOf(read, memberId).selectAll('conversation')}) conversation))`,
    )
    .orderBy('name')
    .orderBy('id')
    .limit(contactsMax)
    .execute()
  const platformContact = { id: null, name: null, avatar: null, last_active_at: null }
  const matchesPlatform = platformName.toLowerCase().includes(search.toLowerCase())
  return [...(matchesPlatform ? [platformContact] : []), ...rows].map((row) => otherOf(toMember, row))
}
