import type { PublishedNotice } from '@lapak/contract/system/maintenance'
import type { Reader } from '#db/db.ts'

/** Maximum number of announcements in the history. */
const shownMax = 50

export async function listNotices(read: Reader): Promise<PublishedNotice[]> {
  return read
    .selectFrom('maintenance_notice as notice')
    .innerJoin('member', 'member.id', 'notice.member_id')
    .select([
      'notice.id',
      'notice.text',
      'notice.from_at as awal',
      'notice.until_at as akhir',
      'notice.pauses_orders as jedapesanan',
      'notice.created_at as createat',
      'member.name as createby',
      'notice.reason',
    ])
    .orderBy('notice.id', 'desc')
    .limit(shownMax)
    .execute()
}
