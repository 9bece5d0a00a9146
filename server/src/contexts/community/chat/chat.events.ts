import type { ChatMessage } from '@lapak/contract/community/chat'
import { platformName } from '@lapak/contract/shared/platform'
import { sql } from 'kysely'
import { administratorsAmong } from '#contexts/system/approvals/approvals.ts'
import type { Database, Reader, Tx } from '#db/db.ts'
import { createEvent, type EventSource, publishEvent, sameForAll } from '#realtime/events.ts'
import type { Conversation, Side } from './sides.ts'

const channel = 'chat_house'

/** The first part of a text, for the realtime event; it does not split a character. The web app reads the rest with an API call. */
export const hintOf = (text: string) => text.slice(0, 200).replace(/[\ud800-\udbff]$/, '')

/** Publishes a new message to the recipient, and to the other pages of the sender to show that it was sent. */
export async function publishMessage(
  tx: Tx,
  { id, first_id, second_id }: Conversation,
  side: Side,
  { msg, image, fromname }: ChatMessage,
): Promise<void> {
  const text = hintOf(msg)
  if (second_id === null) await publishToPlatform(tx, id)
  if (second_id !== null || side.forPlatform) {
    const to = side.forPlatform || side.memberId !== first_id ? first_id : (second_id ?? first_id)
    await publishEvent(tx, to, 'notifmsg', { groupid: id, to, image: image ?? '', msg: text })
    await publishEvent(tx, to, 'chatnotif', { groupid: id, from: side.forPlatform ? platformName : fromname, msg: text })
  }
  await publishEvent(tx, side.memberId, 'pushinfo', { groupid: id, msg: 'Pesan Terkirim' })
}

/** Publishes to administrators that the inbox of customer service has changed. */
export const publishToPlatform = (tx: Tx, id: bigint) => sql`select pg_notify(${channel}, ${id.toString()})`.execute(tx)

/** Publishes the read mark to the other side of the conversation, and to the other pages of the reader. */
export async function publishReading(
  tx: Tx,
  { id, first_id, second_id }: Omit<Conversation, 'last_seq'>,
  side: Side,
  sampai: number,
): Promise<void> {
  if (side.forPlatform) await publishToPlatform(tx, id)
  else await publishEvent(tx, side.memberId, 'chatdibaca', { groupid: id, sampai, sendiri: true })
  const other = side.forPlatform || side.memberId !== first_id ? first_id : second_id
  if (other !== null) await publishEvent(tx, other, 'chatdibaca', { groupid: id, sampai, sendiri: false })
}

/** Customer service consists of all administrators: each of their pages reads the inbox again. */
export const chatEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [channel]: (payload) => [{ subject: BigInt(payload) }] },
  batchMs: 200,
  concerned: (_, connected) => administratorsAmong(db.read, connected),
  read: sameForAll(createEvent('cso', {})),
})

const typingChannel = 'chat_typing'

/** Publishes to the other side of a conversation that this member is typing; nothing is stored. */
export async function publishTyping({ db }: { db: Database }, memberId: bigint, id: bigint): Promise<void> {
  const row = await db.read.selectFrom('conversation').select(['first_id', 'second_id']).where('id', '=', id).executeTakeFirst()
  const to = row && (await otherSide(db.read, row, memberId))
  if (to === undefined) return
  await db.transaction(async (tx) => {
    if (to === null) await sql`select pg_notify(${typingChannel}, ${id.toString()})`.execute(tx)
    else await publishEvent(tx, to, 'notifmsg', typesIn(id, to))
  })
}

/** The other side of a conversation: null is the platform, undefined if this member belongs to neither side. */
async function otherSide(read: Reader, { first_id, second_id }: Pick<Conversation, 'first_id' | 'second_id'>, memberId: bigint) {
  if (memberId === first_id) return second_id
  if (memberId === second_id) return first_id
  const isPlatformSide = second_id === null && (await administratorsAmong(read, [memberId])).length > 0
  return isPlatformSide ? first_id : undefined
}

const typesIn = (groupid: bigint, to: bigint) => ({ groupid, to, image: '', msg: '' })

/** If a member types to customer service, this is published to all administrators except that member. */
export const typingEvents = ({ db }: { db: Database }): EventSource => ({
  channels: { [typingChannel]: (payload) => [{ subject: BigInt(payload) }] },
  batchMs: 0,
  async concerned(ids, connected) {
    const writers = await db.read.selectFrom('conversation').select('first_id').where('id', 'in', ids).execute()
    const administrators = await administratorsAmong(db.read, connected)
    return administrators.filter((id) => !writers.some(({ first_id }) => first_id === id))
  },
  read: async (changes) =>
    new Map(changes.map(({ memberId, subjects }) => [memberId, subjects.map((id) => createEvent('notifmsg', typesIn(id, 0n)))])),
})
