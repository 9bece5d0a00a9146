import type { NotificationKind } from '@lapak/contract/system/notifications'
import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import { enqueueEach } from '#jobs/jobs.ts'
import { sendPushJob } from './push.jobs.ts'
import { tagOf } from './push.rules.ts'

/** Shown on locked screens: no amounts, customer names or phone numbers. */
export interface PushPayload {
  memberId: bigint
  kind: NotificationKind
  /** Identifies the subject of the notification. */
  key: string
  title: string
  /** Path of a page of the web app. */
  link: string
  /** The message is not sent before this time; null means at once. */
  until: Date | null
}

/** The members among these who have a push device. For the other members, nothing is done besides this query. */
export async function havingDevices(tx: Tx, memberIds: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ member_id: bigint }>`
    select asked.id as member_id from unnest(${memberIds}::bigint[]) as asked(id)
    cross join lateral (select from push_device where push_device.member_id = asked.id limit 1) one`.execute(tx)
  return new Set(rows.map(({ member_id }) => member_id))
}

/** Enqueues push messages for members with a push device, in the transaction of the cause. */
export async function pushNotifications(tx: Tx, payloads: readonly PushPayload[], now = new Date()): Promise<void> {
  if (payloads.length === 0) return
  const asked = payloads.map(({ memberId, kind, key, title, link, until }) => {
    const at = (until ?? now).getTime()
    return { payload: { memberId, kind, title, path: link, tag: tagOf(key), at, deviceId: null, tries: 0 }, at: until }
  })
  await enqueueEach(tx, sendPushJob, asked)
}
