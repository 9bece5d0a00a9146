import type { Page } from '@lapak/contract/shared/wire'
import {
  type NotificationKind,
  type NotificationQuery,
  type NotificationRow,
  notificationBadgeMax,
} from '@lapak/contract/system/notifications'
import { sql } from 'kysely'
import type { Reader } from '#db/db.ts'
import { countOf } from '#http/paging.ts'

export async function listNotifications(
  read: Reader,
  memberId: bigint,
  { page, size, sort, belumdibaca }: NotificationQuery,
): Promise<Page<NotificationRow>> {
  const found = read
    .selectFrom('notification')
    .select(['seq as id', 'kind', 'title as judul', 'body as teks', 'link as tautan', 'count as jml', 'notified_at as createat', 'read_at'])
    .where('member_id', '=', memberId)
    .$if(belumdibaca !== undefined, (rows) => rows.where('read_at', belumdibaca ? 'is' : 'is not', null))
  const rows = await found
    .orderBy('seq', sort.descending ? 'desc' : 'asc')
    .limit(size)
    .offset(page * size)
    .execute()
  const content = rows.map(({ kind, read_at, ...row }) => ({ ...row, jenis: kind as NotificationKind, dibaca: read_at !== null }))
  return { content, totalElements: await countOf(found) }
}

/** Unread notifications of each member, counted up to one more than a badge shows. */
export async function countUnread(read: Reader, memberIds: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ id: bigint; unread: bigint }>`
    select member.id, unread.count as unread
    from unnest(${memberIds}::bigint[]) as member(id)
    cross join lateral (
      select count(*) from (
        select from notification where notification.member_id = member.id and notification.read_at is null limit ${notificationBadgeMax + 1}
      ) few
    ) unread`.execute(read)
  return new Map(rows.map(({ id, unread }) => [id, Number(unread)]))
}

export async function unreadOf(read: Reader, memberId: bigint): Promise<{ belumdibaca: number }> {
  return { belumdibaca: (await countUnread(read, [memberId])).get(memberId) ?? 0 }
}
