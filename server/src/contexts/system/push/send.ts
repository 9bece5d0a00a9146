import { type NotificationKind, notificationKind } from '@lapak/contract/system/notifications'
import { sql, type UpdateObject } from 'kysely'
import type { Database } from '#db/db.ts'
import type { DB } from '#db/schema.ts'
import type { Outgoing } from '#http/outgoing.ts'
import {
  type PushIdentity,
  type PushMessage,
  type PushOutcome,
  type PushTarget,
  sendPushMessage,
} from '#integrations/web-push/push-service.ts'
import { enqueue } from '#jobs/jobs.ts'
import type { Log } from '#shared/log.ts'
import { type Pushed, sendPushJob } from './push.jobs.ts'

export interface SendContext {
  db: Database
  outgoing: Outgoing
  /** Null when push is not configured. */
  identity: PushIdentity | null
  log: Log
}

interface JobContext extends SendContext {
  /** The hashes, in hex, of the given sessions that are still valid. */
  liveSessions(hashes: Buffer[]): Promise<Set<string>>
}

interface Device extends PushTarget {
  id: bigint
  session_hash: Buffer
}

/** Maximum number of attempts per browser, the first pause between attempts, and the longest pause. */
const triesMax = 5
const pauseSeconds = 30
const pauseMaxSeconds = 3600
/**
 * How long a browser is skipped after its service refused the platform's key or subject. Other browsers of that service are still tried, since this
 * one may be subscribed with another key.
 */
const refusedHours = 1

type Shown = Pick<Pushed, 'kind' | 'title' | 'path' | 'tag'>

/** The content for the service worker; it may appear on a locked screen. */
const contentOf = ({ kind, title, path, tag }: Shown, text: string): string =>
  JSON.stringify({ jenis: kind, judul: title.slice(0, 120), teks: text, tautan: path, tag })

export const messageOf = (notification: Shown, seconds: number, text: string = notificationKind(notification.kind).title): PushMessage => ({
  content: contentOf(notification, text),
  seconds,
  topic: notification.tag,
  urgent: notificationKind(notification.kind).urgent ?? false,
})

const secondsLeft = ({ kind, at }: { kind: NotificationKind; at: number }) =>
  Math.floor((at + notificationKind(kind).hours * 3_600_000 - Date.now()) / 1000)

/**
 * Sends a message to the browsers of a member. If the job runs twice, the message is sent twice, but a browser shows it once, because both have the
 * same tag.
 */
export const createSender = (context: JobContext) => async (pushed: Pushed) => {
  const { db, identity } = context
  const seconds = secondsLeft(pushed)
  if (identity === null || seconds <= 0) return
  await Promise.all(
    (await devicesOf(context, pushed)).map(async (device) => {
      const outcome = await sendPushMessage(context.outgoing, identity, device, messageOf(pushed, seconds))
      await recordOutcome(context, device, outcome)
      if (outcome.kind === 'later') await retryAt(db, pushed, device.id, outcome.seconds)
    }),
  )
}

async function devicesOf({ db, liveSessions }: JobContext, { memberId, deviceId }: Pushed): Promise<Device[]> {
  const devices = await db.read
    .selectFrom('push_device')
    .select(['id', 'session_hash', 'endpoint', 'p256dh', 'auth'])
    .where('member_id', '=', memberId)
    .where((where) =>
      where.or([where('refused_at', 'is', null), where('refused_at', '<', sql<Date>`now() - ${refusedHours} * interval '1 hour'`)]),
    )
    .$if(deviceId !== null, (rows) => rows.where('id', '=', deviceId))
    .execute()
  const live = await liveSessions(devices.map(({ session_hash }) => session_hash))
  return devices.filter(({ session_hash }) => live.has(session_hash.toString('hex')))
}

/** Records the result of one attempt for one browser. The result is ignored if the browser has subscribed again in the meantime. */
export async function recordOutcome({ db, log }: SendContext, device: PushTarget & { id: bigint }, outcome: PushOutcome): Promise<void> {
  const host = new URL(device.endpoint).hostname
  switch (outcome.kind) {
    case 'taken':
      return answered(db, device, { taken_at: sql`now()`, refused_at: null, refused_status: null })
    case 'gone':
      return void (await db.transaction((tx) =>
        tx.deleteFrom('push_device').where('id', '=', device.id).where('endpoint', '=', device.endpoint).execute(),
      ))
    case 'refused':
      log.warn({ host, status: outcome.status }, 'push service rejected our key or subject for a browser')
      return answered(db, device, { refused_at: sql`now()`, refused_status: outcome.status })
    case 'broken':
      return log.error({ host, status: outcome.status }, 'push service rejected a message as invalid')
    case 'later':
      return log.warn({ host, reason: outcome.reason }, 'push service is temporarily unavailable')
  }
}

const answered = (db: Database, { id, endpoint }: PushTarget & { id: bigint }, update: UpdateObject<DB, 'push_device'>): Promise<void> =>
  db.transaction(
    async (tx) => void (await tx.updateTable('push_device').set(update).where('id', '=', id).where('endpoint', '=', endpoint).execute()),
  )

async function retryAt(db: Database, pushed: Pushed, deviceId: bigint, wanted: number | null) {
  const tries = pushed.tries + 1
  if (tries >= triesMax) return
  const seconds = Math.min(wanted ?? pauseSeconds * 4 ** pushed.tries, pauseMaxSeconds)
  await db.transaction((tx) => enqueue(tx, sendPushJob, { ...pushed, deviceId, tries }, new Date(Date.now() + seconds * 1000)))
}
