import { platformName } from '@lapak/contract/shared/platform'
import { sql } from 'kysely'
import { onlineUntil } from '#contexts/selling/sellers/sellers.ts'
import { notifyAdmins, pushToBrowsers, quietEnd } from '#contexts/system/notifications/notifications.ts'
import { havingDevices } from '#contexts/system/push/push.ts'
import type { Tx } from '#db/db.ts'
import { enqueue } from '#jobs/jobs.ts'
import { notifyUnreadJob, type Unread } from './chat.jobs.ts'
import type { Conversation, Side } from './sides.ts'

/** If a message stays unread for this long although the member has a page open, the page counts as unattended. */
const openPageMs = 1_800_000
/** All administrators are notified if a message to customer service stays unread for this long, whether they are online or not. */
const notifyAdminsAfterMs = 180_000

/**
 * Notifies the recipient of a message if the recipient is away. Only the first unread message of a conversation causes a notification, so the
 * recipient gets no other one until it reads the conversation.
 */
export async function notifyAbsentReaders(tx: Tx, conversation: Conversation, side: Side, seq: number): Promise<void> {
  const memberId = addressee(conversation, side)
  if (memberId !== null && !(await havingDevices(tx, [memberId])).has(memberId)) return
  const to = { conversationId: conversation.id, memberId }
  if (await waitsAlready(tx, to, seq)) return
  const now = Date.now()
  await enqueue(tx, notifyUnreadJob, { ...to, seq, at: now }, memberId === null ? new Date(now + notifyAdminsAfterMs) : undefined)
}

/** The recipient of a message of this side; null is the platform. */
const addressee = ({ first_id, second_id }: Conversation, { forPlatform, memberId }: Side) =>
  forPlatform || memberId !== first_id ? first_id : second_id

type To = Pick<Unread, 'conversationId' | 'memberId'>

/** Whether an earlier message of the other side is unread. The recipient's own messages after the read mark do not count. */
async function waitsAlready(tx: Tx, { conversationId, memberId }: To, seq: number): Promise<boolean> {
  const mark = await markOf(tx, { conversationId, memberId })
  if (mark >= seq - 1) return false
  const { rows } = await sql`
    select from message where conversation_id = ${conversationId} and seq > ${mark} and seq < ${seq}
      and ${memberId === null ? sql`not by_platform` : sql`(by_platform or sender_id <> ${memberId})`} limit 1`.execute(tx)
  return rows.length > 0
}

async function markOf(tx: Tx, { conversationId, memberId }: To): Promise<number> {
  if (memberId === null) {
    const conversation = await tx
      .selectFrom('conversation')
      .select('platform_read_seq')
      .where('id', '=', conversationId)
      .executeTakeFirstOrThrow()
    return conversation.platform_read_seq
  }
  const mark = await tx
    .selectFrom('participant')
    .select('read_seq')
    .where('member_id', '=', memberId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return mark.read_seq
}

/** Called when the job is due: ignores a message that was read meanwhile, and schedules another check if it may not be pushed yet. */
export async function notifyIfUnread(tx: Tx, message: Unread): Promise<void> {
  const { conversationId, memberId, seq } = message
  if ((await markOf(tx, message)) >= seq) return
  if (memberId === null) return notifyAdmins(tx, waitingNotification(conversationId))
  const until = await notBefore(tx, memberId, message.at)
  if (until) return enqueue(tx, notifyUnreadJob, message, until)
  await pushToBrowsers(tx, [
    { memberId, kind: 'message', key: `chat ${conversationId}`, ...(await wordsFor(tx, conversationId, memberId)) },
  ])
}

/**
 * The time until which the push must wait: the end of the quiet hours, or some minutes later if the member has an open page, which shows the message
 * itself. Null if the push may be sent now.
 */
async function notBefore(tx: Tx, memberId: bigint, at: number): Promise<Date | null> {
  const now = new Date()
  const quiet = await quietEnd(tx, memberId, now)
  if (quiet || now.getTime() - at >= openPageMs) return quiet
  const { last_active_at } = await tx.selectFrom('member').select('last_active_at').where('id', '=', memberId).executeTakeFirstOrThrow()
  return onlineUntil(last_active_at, now)
}

/** The text of the push contains neither the message nor the name of a member, because a locked screen may show it. */
async function wordsFor(tx: Tx, conversationId: bigint, memberId: bigint): Promise<{ title: string; link: string }> {
  const { first_id, second_id } = await tx
    .selectFrom('conversation')
    .select(['first_id', 'second_id'])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  if (second_id === null) return { title: `${platformName} menjawab`, link: '/chat?dengan=cso' }
  return { title: 'Pesan baru', link: `/chat?dengan=${first_id === memberId ? second_id : first_id}` }
}

const waitingNotification = (conversationId: bigint) => ({
  kind: 'waiting' as const,
  key: `chat ${conversationId}`,
  title: `Pesan menunggu ${platformName}`,
  text: 'Seorang member menunggu jawaban.',
  link: `/admin/layanan?grup=${conversationId}`,
})
